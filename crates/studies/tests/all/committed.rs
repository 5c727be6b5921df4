//! The results that come with the program are those of the documentation.

use plyscope_studies::STUDIES;
use serde_json::Value;

/// Both are written by the same run. Titles, notes and the verdict say enough to notice one that was not.
#[test]
fn committed_results_are_those_of_the_documentation() {
    for study in STUDIES {
        let file = format!("{}/../../docs/studies/{}-tables.md", env!("CARGO_MANIFEST_DIR"), study.id);
        let page = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let result: Value = serde_json::from_str(study.committed).expect("JSON");
        let tables = result["tables"].as_array().expect("tables");
        assert_eq!(page.matches("\n## ").count(), tables.len() + 1, "{}: a section each, and the verdict", study.id);
        let verdict = result["verdict"].as_str().expect("a verdict");
        assert!(page.contains(&format!("## Verdict\n\n{verdict}\n")), "{}: another verdict", study.id);
        for table in tables {
            let [id, title] = ["id", "title"].map(|field| table[field].as_str().expect("a text"));
            assert!(page.contains(&format!("\n## {id}: {title}\n")), "{}: {id}", study.id);
            for note in table["notes"].as_array().expect("notes") {
                let note = note.as_str().expect("a text");
                assert!(page.contains(&format!("\n- {note}\n")), "{}, {id}: {note}", study.id);
            }
        }
    }
}
