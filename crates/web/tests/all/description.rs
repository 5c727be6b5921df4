//! The description of the API, from which the types of the page are made, is kept up to date in `ui/openapi.json`.

use std::path::Path;

/// `UPDATE=1 cargo test -p plyscope-web --test all description` updates it.
#[test]
fn the_kept_description_is_that_of_the_server() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/openapi.json");
    let now = plyscope_web::openapi();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &now).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == now,
        "ui/openapi.json is not up to date: run UPDATE=1 cargo test -p plyscope-web --test all description"
    );
}

/// Every name that the description refers to is described.
#[test]
fn no_reference_leads_nowhere() {
    let text = plyscope_web::openapi();
    let api: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let names = text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next());
    let mut n_names = 0;
    for name in names {
        assert!(api["components"]["schemas"][name].is_object(), "{name}");
        n_names += 1;
    }
    assert!(n_names > 100);
}
