//! The token of a server that other machines can reach.

use axum::body::Body;
use axum::http::Request;
use plyscope_web::{Access, Server};

use crate::common::{Desk, Reply, settings};

const TOKEN: &str = "abcdefgh-123";

fn locked() -> Desk {
    Desk::set_up(|settings| settings.access = Access::Token(TOKEN.to_owned()))
}

async fn asked(desk: &Desk, path: &str, headers: &[(&str, &str)]) -> Reply {
    let request = Request::builder().uri(path).header("host", "localhost:7420");
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    desk.send(request.body(Body::empty()).expect("a request")).await
}

#[tokio::test]
async fn nothing_is_answered_without_the_token() {
    let desk = locked();
    for headers in [
        &[][..],
        &[("authorization", "Bearer abcdefgh-124")],
        &[("authorization", "Basic abcdefgh-123")],
        &[("cookie", "plyscope-7420=wrong")],
        &[("cookie", "plyscope-7421=abcdefgh-123")],
    ] {
        let sentence = asked(&desk, "/api/runs", headers).await.refused(401, "no-token");
        assert!(sentence.contains("open the full address that `plyscope serve` printed"), "{sentence}");
        let page = asked(&desk, "/play", headers).await;
        assert_eq!(page.status.as_u16(), 401);
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
        assert!(page.text.contains("Plyscope needs its token") && page.text.contains("name=\"token\""));
    }
    // Addresses of the API are not the place for it: they are logged and shared.
    asked(&desk, &format!("/api/runs?token={TOKEN}"), &[]).await.refused(401, "no-token");
    let wrong = asked(&desk, "/?token=other", &[]).await;
    assert!(wrong.status.as_u16() == 401 && wrong.text.contains("This token is wrong"), "{}", wrong.text);
}

#[tokio::test]
async fn the_printed_address_lets_people_in_and_a_cookie_keeps_them_in() {
    let desk = locked();
    let page = asked(&desk, &format!("/play?game=pawn&token={TOKEN}"), &[]).await;
    assert_eq!(page.status.as_u16(), 200);
    let cookie = page.headers["set-cookie"].to_str().expect("text").to_owned();
    assert_eq!(cookie, "plyscope-7420=abcdefgh-123; Path=/; HttpOnly; SameSite=Strict");
    let kept = format!("other=1; {}", cookie.split(';').next().expect("a cookie"));
    let again = asked(&desk, "/api/runs", &[("cookie", &kept)]).await;
    assert!(again.status.as_u16() == 200 && !again.headers.contains_key("set-cookie"));
    asked(&desk, "/api/runs", &[("authorization", "Bearer abcdefgh-123")]).await.good();
    // The token opens nothing for other sites and other names.
    let foreign = [("cookie", kept.as_str()), ("origin", "http://evil.example")];
    asked(&desk, "/api/runs", &foreign).await.refused(403, "forbidden");
}

#[test]
fn a_server_for_other_machines_has_a_token_unless_it_is_waived() {
    let folder = tempfile::tempdir().expect("a folder");
    let bound = |host: &str, access| {
        let mut settings = settings(folder.path(), plyscope_web::Limits::default());
        (settings.host, settings.access) = (host.to_owned(), access);
        Server::bind(&settings, 0).expect("a port")
    };
    let wide = bound("0.0.0.0", Access::Automatic);
    let token = wide.token().expect("a token");
    assert_eq!(token.len(), 32);
    let addresses = wide.addresses().expect("addresses");
    for address in &addresses {
        assert!(!address.contains("0.0.0.0") && address.ends_with(&format!("/?token={token}")), "{address}");
    }
    assert!(addresses.last().is_some_and(|address| address.starts_with("http://127.0.0.1:")), "{addresses:?}");
    assert_eq!(bound("0.0.0.0", Access::Open).token(), None);
    let own = bound("127.0.0.1", Access::Automatic);
    assert_eq!(own.token(), None);
    assert_eq!(own.addresses().expect("addresses"), [format!("http://{}/", own.address().expect("an address"))]);
}
