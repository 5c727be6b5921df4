//! Other sites, other names, and requests that are too large or not in JSON.

use crate::common::Desk;
use axum::body::Body;
use axum::http::Request;
use plyscope_web::Limits;

fn asked(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Request<Body> {
    let request = headers
        .iter()
        .fold(Request::builder().method(method).uri(path), |request, (name, value)| request.header(*name, *value));
    request.body(Body::from(body.to_owned())).expect("a request")
}

const PLAY: &str = r#"{"place": {"game": "tictactoe"}, "move": "a1"}"#;
const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn only_names_of_this_machine_are_answered() {
    let desk = Desk::new();
    for host in ["localhost", "localhost:7420", "127.0.0.1:9", "[::1]:7420"] {
        desk.send(asked("GET", "/api/health", &[("host", host)], "")).await.good();
    }
    for host in ["evil.example", "evil.example:7420", "localhost.evil.example", "10.0.0.1", "", "a@b c"] {
        for path in ["/api/health", "/", "/api/search?game=tictactoe&player=random"] {
            desk.send(asked("GET", path, &[("host", host)], "")).await.refused(403, "forbidden");
        }
    }
    desk.send(asked("GET", "/api/health", &[], "")).await.refused(403, "forbidden");
}

#[tokio::test]
async fn other_sites_cannot_drive_the_server() {
    let desk = Desk::new();
    let host = ("host", "localhost:7420");
    let own = ("origin", "http://localhost:7420");
    desk.send(asked("POST", "/api/play", &[host, JSON, own, ("sec-fetch-site", "same-origin")], PLAY)).await.good();
    let foreign = [
        ("origin", "http://evil.example"),
        ("origin", "http://localhost:5173"),
        ("origin", "http://localhost:7420.evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ];
    for header in foreign {
        for (method, path, body) in [
            ("POST", "/api/play", PLAY),
            ("POST", "/api/runs", "{}"),
            ("GET", "/api/search?game=tictactoe&player=random", ""),
            ("GET", "/api/runs/1/live", ""),
            ("GET", "/api/health", ""),
            ("DELETE", "/api/trees/x", ""),
            ("OPTIONS", "/api/play", ""),
        ] {
            let reply = desk.send(asked(method, path, &[host, JSON, header], body)).await;
            reply.refused(403, "forbidden");
            assert!(!reply.headers.contains_key("access-control-allow-origin"));
        }
    }
    // A link from elsewhere to the page is welcome.
    let link = desk.send(asked("GET", "/play", &[host, ("sec-fetch-site", "cross-site")], "")).await;
    assert_eq!(link.status.as_u16(), 200);
}

#[tokio::test]
async fn answers_say_what_browsers_may_do() {
    let desk = Desk::new();
    for path in ["/", "/api/health", "/api/nothing", "/api/position?game=chess"] {
        let headers = desk.get(path).await.headers;
        let policy = headers["content-security-policy"].to_str().unwrap();
        for part in ["default-src 'self'", "script-src 'self'", "frame-ancestors 'none'", "object-src 'none'"] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("script-src 'self' 'unsafe"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["cross-origin-resource-policy"], "same-origin");
    }
}

#[tokio::test]
async fn bodies_are_json_and_not_too_large() {
    let desk = Desk::with(Limits { body_bytes: 1000, ..Limits::default() });
    let host = ("host", "localhost");
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let reply = desk.send(asked("POST", "/api/play", &[host, ("content-type", kind)], PLAY)).await;
        reply.refused(415, "wrong-type");
    }
    desk.send(asked("POST", "/api/play", &[host], PLAY)).await.refused(415, "wrong-type");
    let large = format!(r#"{{"place": {{"game": "tictactoe"}}, "move": "{}"}}"#, "a".repeat(2000));
    desk.send(asked("POST", "/api/play", &[host, JSON], &large)).await.refused(413, "too-large");
    for broken in ["", "{", "[]", "null", "{\"place\": 3}", "\u{0}"] {
        desk.send(asked("POST", "/api/play", &[host, JSON], broken)).await.refused(400, "bad-input");
    }
}
