//! Keeps other sites from driving the server through a visitor's browser.
//!
//! A page of another site can make a browser send requests to this machine, and a name that is later pointed here (DNS
//! rebinding) makes them look as if they came from the same site. So the host must be a name of this machine, and the
//! origin that a browser states must be this site. Programs such as curl state no origin and are let in. Where other
//! machines can reach the server, a request also needs its token.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::Shared;
use crate::error::{ApiError, ErrorCode};
use crate::token::{self, Pass};

/// The names under which the server may be addressed.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    name: String,
    /// Whether it listens to other machines. Then any numeric address is accepted: only names can be pointed elsewhere.
    is_open: bool,
}

impl Hosts {
    pub(crate) fn new(host: &str) -> Self {
        let name = host.trim_matches(['[', ']']).to_ascii_lowercase();
        let is_open = match name.parse::<IpAddr>() {
            Ok(address) => !address.is_loopback(),
            Err(_) => name != LOCALHOST,
        };
        Hosts { name, is_open }
    }

    /// Whether other machines can reach the server.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    fn accepts(&self, host: &str) -> bool {
        let name = host.trim_matches(['[', ']']).to_ascii_lowercase();
        if name == LOCALHOST || name == self.name {
            return true;
        }
        name.parse::<IpAddr>().is_ok_and(|address| self.is_open || address.is_loopback())
    }
}

const LOCALHOST: &str = "localhost";
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The page may load only what comes from this server. Styles in attributes are allowed because boards need them.
const PAGE_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; \
     img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

/// A report may run its own script in a sandbox without an origin, and nothing else.
pub(crate) const REPORT_POLICY: &str = "sandbox allow-scripts allow-downloads; default-src 'none'; \
     script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Refuses requests from other sites, and adds security headers to every answer.
pub(crate) async fn guard(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let pass = match (check(&app.hosts, request.headers(), is_api), &app.token) {
        (Err(error), _) => Pass::Refused(error.into_response()),
        (Ok(()), Some(token)) => token::check(token, request.uri(), request.headers(), is_api),
        (Ok(()), None) => Pass::Known,
    };
    let (mut response, cookie) = match pass {
        Pass::Known => (next.run(request).await, None),
        Pass::New(cookie) => (next.run(request).await, Some(cookie)),
        Pass::Refused(refusal) => (refusal, None),
    };
    let headers = response.headers_mut();
    if let Some(cookie) = cookie {
        headers.insert(header::SET_COOKIE, cookie);
    }
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(PAGE_POLICY));
    if is_api {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

fn check(hosts: &Hosts, headers: &HeaderMap, is_api: bool) -> Result<(), ApiError> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let authority = host.and_then(|host| host.parse::<Authority>().ok());
    let Some((host, authority)) = host.zip(authority) else {
        return Err(forbidden("the request has no host"));
    };
    if !hosts.accepts(authority.host()) {
        return Err(forbidden(format!(
            "this server is not {:.60}; use localhost, or start it with --host and that name",
            authority.host()
        )));
    }
    // Other sites may link to the page; only the page may use the API.
    if !is_api {
        return Ok(());
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let site = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
        if !site.is_some_and(|site| site.eq_ignore_ascii_case(host)) {
            return Err(forbidden(format!("pages of {origin:.60} may not use this server")));
        }
    }
    match headers.get(SEC_FETCH_SITE).map(HeaderValue::as_bytes) {
        None | Some(b"same-origin" | b"none") => Ok(()),
        Some(_) => Err(forbidden("other sites may not use this server")),
    }
}

fn forbidden(sentence: impl Into<String>) -> ApiError {
    ApiError::new(ErrorCode::Forbidden, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_accepted() {
        let hosts = Hosts::new("127.0.0.1");
        for name in ["localhost", "LOCALHOST", "127.0.0.1", "127.0.0.2", "[::1]", "::1"] {
            assert!(hosts.accepts(name), "{name}");
        }
        for name in ["", "evil.example", "192.168.1.7", "localhost.evil.example", "0.0.0.0", "127.0.0.1.nip.io"] {
            assert!(!hosts.accepts(name), "{name}");
        }
    }

    #[test]
    fn an_open_server_has_addresses_and_its_name() {
        for host in ["0.0.0.0", "[::]", "192.168.1.7"] {
            let hosts = Hosts::new(host);
            assert!(hosts.accepts("192.168.1.7") && hosts.accepts("localhost") && !hosts.accepts("evil.example"));
        }
        let named = Hosts::new("lab.example");
        assert!(named.accepts("LAB.example") && !named.accepts("evil.example"));
    }
}
