//! The token that lets people in when other machines can reach the server.
//!
//! It comes with the address that the program prints, once, as `?token=…`; then a cookie holds it. Programs send it as
//! `Authorization: Bearer …`.

use std::hint::black_box;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use plyscope_core::BadInput;

use crate::error::{ApiError, ErrorCode};

/// Who may use a server.
#[derive(Clone, Debug, Default)]
pub enum Access {
    /// Everyone on this machine; if other machines can reach the server, those who have a token made at random.
    #[default]
    Automatic,
    /// Those who have this token.
    Token(String),
    /// Everyone who can reach the server.
    Open,
}

impl Access {
    /// The token, if one is needed. A given one is checked.
    pub(crate) fn token(&self, is_reachable: bool) -> Result<Option<Token>, BadInput> {
        match self {
            Access::Automatic if is_reachable => Token::random().map(Some),
            Access::Automatic | Access::Open => Ok(None),
            Access::Token(text) => Token::new(text).map(Some),
        }
    }
}

/// A secret that is safe in addresses and cookies.
#[derive(Clone)]
pub(crate) struct Token(String);

/// Random bytes of a token.
const RANDOM_BYTES: usize = 16;
const SHORTEST: usize = 8;
const LONGEST: usize = 200;

impl Token {
    fn new(text: &str) -> Result<Self, BadInput> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
        if is_plain && (SHORTEST..=LONGEST).contains(&text.len()) {
            return Ok(Token(text.to_owned()));
        }
        Err(BadInput::new(format!(
            "--token: a token has {SHORTEST} to {LONGEST} letters, digits or -._~ (or leave it out, and one is made)"
        )))
    }

    fn random() -> Result<Self, BadInput> {
        let mut bytes = [0; RANDOM_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| {
            BadInput::new(format!(
                "the system could not provide random numbers for a token ({error}); choose one with --token"
            ))
        })?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Compares in a time that does not depend on where the texts differ.
    fn is(&self, text: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), text.as_bytes());
        let mut difference = own.len() ^ other.len();
        for (index, byte) in own.iter().enumerate() {
            difference |= usize::from(byte ^ other.get(index).unwrap_or(&0));
        }
        black_box(difference) == 0
    }
}

/// Whether a request may be answered.
pub(crate) enum Pass {
    /// It has the token.
    Known,
    /// It has the token in its address; this cookie keeps it.
    New(HeaderValue),
    /// It lacks the token, and this is the answer.
    Refused(Response),
}

/// Looks for the token in a request. Only addresses of pages may contain it.
pub(crate) fn check(token: &Token, uri: &Uri, headers: &HeaderMap, is_api: bool) -> Pass {
    let cookie_name = cookie_name(headers);
    if bearer(headers).is_some_and(|text| token.is(text))
        || cookies(headers).any(|(name, value)| name == cookie_name && token.is(value))
    {
        return Pass::Known;
    }
    let given = uri.query().unwrap_or_default().split('&').find_map(|part| part.strip_prefix("token="));
    if !is_api
        && given.is_some_and(|text| token.is(text))
        && let Ok(cookie) = format!("{cookie_name}={}; Path=/; HttpOnly; SameSite=Strict", token.text()).try_into()
    {
        return Pass::New(cookie);
    }
    let is_given = given.is_some();
    Pass::Refused(if is_api { ApiError::new(ErrorCode::NoToken, REMEDY).into_response() } else { page(is_given) })
}

const REMEDY: &str = "this server needs its token: open the full address that `plyscope serve` printed, which ends \
                      with ?token=…, or send the header Authorization: Bearer TOKEN";

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = text.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='))
}

/// Browsers share cookies between the ports of a machine, so the port is part of the name.
fn cookie_name(headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let port = host.and_then(|host| host.parse::<Authority>().ok()).and_then(|host| host.port_u16());
    format!("plyscope-{}", port.unwrap_or(80))
}

/// Asks for the token, with a field to type it into.
fn page(is_wrong: bool) -> Response {
    let wrong = if is_wrong { "<p><strong>This token is wrong.</strong></p>\n" } else { "" };
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Plyscope</title>\n\
         <h1>Plyscope needs its token</h1>\n{wrong}\
         <p>Open the full address that <code>plyscope serve</code> printed when it started; it ends with \
         <code>?token=…</code>. Or enter the token:</p>\n\
         <form><label>Token <input name=\"token\" autocomplete=\"off\" required autofocus></label> \
         <button>Open</button></form>\n</html>\n"
    );
    (StatusCode::UNAUTHORIZED, Html(page)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_tokens_differ_and_given_ones_are_checked() {
        let [one, other] = [Token::random(), Token::random()].map(|token| token.expect("random numbers"));
        assert!(one.text().len() == 2 * RANDOM_BYTES && !one.is(other.text()));
        for good in ["abcdefgh", "A-long.one_with~everything-09"] {
            assert!(Token::new(good).is_ok_and(|token| token.is(good)), "{good}");
        }
        for bad in ["", "short", "with space", "semi;colon", "a/b/c/d/e", "täglich-neu"] {
            assert!(Token::new(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_the_whole_token_is_the_token() {
        let token = Token::new("abcdefgh").expect("a token");
        assert!(token.is("abcdefgh"));
        for other in ["", "abcdefg", "abcdefghi", "abcdefgH", "\0bcdefgh"] {
            assert!(!token.is(other), "{other}");
        }
    }

    #[test]
    fn a_token_is_needed_where_others_can_reach_the_server() {
        let has_token = |access: Access, is_reachable| access.token(is_reachable).expect("a choice").is_some();
        assert!(has_token(Access::Automatic, true) && !has_token(Access::Automatic, false));
        assert!(!has_token(Access::Open, true));
        assert!(has_token(Access::Token("abcdefgh".to_owned()), false));
    }
}
