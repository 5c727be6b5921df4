//! Where a hub is and how one is let in. Secrets are never shown.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerAddr, ServerError};
use percent_encoding::percent_decode_str;
use plyscope_core::BadInput;
use tokio::sync::watch;

/// The address of a hub, with what it takes to be let in.
#[derive(Clone)]
pub struct Address {
    servers: Vec<ServerAddr>,
    /// The address without secrets.
    shown: String,
    credentials: Option<PathBuf>,
    nkey: Option<PathBuf>,
    authority: Option<PathBuf>,
    user: Option<(String, String)>,
    token: Option<String>,
}

impl Address {
    /// Reads the address of a server, or of several separated by commas. What is not given is taken from the
    /// environment: `NATS_CREDS`, `NATS_NKEY`, `NATS_CA`, `NATS_USER` with `NATS_PASSWORD`, and `NATS_TOKEN`.
    ///
    /// # Errors
    /// If it is no address.
    pub fn new(text: &str, credentials: Option<PathBuf>, authority: Option<PathBuf>) -> Result<Self, BadInput> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let text_of = |name: &str| variable(name).and_then(|value| value.into_string().ok());
        let mut servers = Vec::new();
        let mut shown = Vec::new();
        for part in text.split(',').map(str::trim) {
            // The text may hold a password, so it is not repeated.
            let refused = || {
                BadInput::new("this is no address of a NATS server; give one such as nats://hub:4222 or tls://hub:4222")
            };
            let server: ServerAddr = part.parse().map_err(|_| refused())?;
            if !matches!(server.scheme(), "nats" | "tls") || server.host().is_empty() {
                return Err(refused());
            }
            let secret = if server.has_user_pass() { "***@" } else { "" };
            let host = server.host();
            let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
            shown.push(format!("{}://{secret}{host}:{}", server.scheme(), server.port()));
            servers.push(server);
        }
        // A name alone is a token.
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let secret = servers.iter().find_map(|server| Some((server.username()?, server.password())));
        let (user, token) = match secret {
            Some((user, Some(password))) => (Some((decoded(user), decoded(password))), None),
            Some((token, None)) => (None, Some(decoded(token))),
            None => (text_of("NATS_USER").zip(text_of("NATS_PASSWORD")), text_of("NATS_TOKEN")),
        };
        Ok(Address {
            servers,
            shown: shown.join(","),
            credentials: credentials.or_else(|| variable("NATS_CREDS").map(PathBuf::from)),
            nkey: variable("NATS_NKEY").map(PathBuf::from),
            authority: authority.or_else(|| variable("NATS_CA").map(PathBuf::from)),
            user,
            token,
        })
    }

    /// The address without secrets, for people.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Connects, or says at once why not. A connection that is lost later is tried again for as long as it takes. The
    /// receiver hears of what the account may not do.
    pub(crate) async fn connect(&self, name: &str) -> Result<(Client, Forbidden), BadInput> {
        let unreadable = |file: &std::path::Path, error: &dyn std::fmt::Display| {
            BadInput::new(format!("the credentials {} cannot be used: {error}", file.display()))
        };
        let (tell, forbidden) = watch::channel(None);
        let note = move |event: Event| {
            if let Event::ServerError(ServerError::Other(text)) = event
                && text.to_lowercase().contains("permissions violation")
            {
                tell.send_replace(Some(text));
            }
            std::future::ready(())
        };
        let mut options = ConnectOptions::new()
            .event_callback(note)
            .name(name)
            .connection_timeout(Duration::from_secs(5))
            .request_timeout(Some(Duration::from_secs(5)))
            .ping_interval(Duration::from_secs(5))
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| Duration::from_millis(50 * attempts.min(20) as u64));
        if let Some((user, password)) = &self.user {
            options = options.user_and_password(user.clone(), password.clone());
        }
        if let Some(token) = &self.token {
            options = options.token(token.clone());
        }
        if let Some(file) = &self.credentials {
            options = options.credentials_file(file).await.map_err(|error| unreadable(file, &error))?;
        }
        if let Some(file) = &self.nkey {
            let seed = std::fs::read_to_string(file).map_err(|error| unreadable(file, &error))?;
            options = options.nkey(seed.trim().to_owned());
        }
        if let Some(file) = &self.authority {
            std::fs::metadata(file).map_err(|error| {
                BadInput::new(format!("the certificate {} cannot be read: {error}", file.display()))
            })?;
            options = options.add_root_certificates(file.clone()).require_tls(true);
        }
        let client = options.connect(&self.servers[..]).await.map_err(|error| self.explain(&error))?;
        Ok((client, Forbidden { heard: forbidden, shown: self.shown.clone() }))
    }

    fn explain(&self, error: &ConnectError) -> BadInput {
        let shown = &self.shown;
        BadInput::new(match error.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => format!(
                "{shown} does not let us in: give credentials with --creds FILE, in the address, or in the environment \
                 (NATS_CREDS)"
            ),
            ConnectErrorKind::Tls => format!(
                "no secure connection to {shown}: {}; --tls-ca FILE names the certificate of its authority",
                deepest(error)
            ),
            ConnectErrorKind::Dns => format!("there is no machine of this name: {shown}"),
            _ => format!(
                "no NATS server answers at {shown} ({}): check the address, or start one with \
                 `nats-server -js -sd DIR`",
                deepest(error)
            ),
        })
    }
}

/// What the account may not do.
#[derive(Clone)]
pub(crate) struct Forbidden {
    heard: watch::Receiver<Option<String>>,
    shown: String,
}

impl Forbidden {
    /// Waits until something is forbidden.
    pub(crate) async fn wait(&mut self) -> BadInput {
        let text = match self.heard.wait_for(Option::is_some).await {
            Ok(text) => text.clone().unwrap_or_default(),
            // The connection is gone; others say so.
            Err(_) => std::future::pending().await,
        };
        BadInput::new(format!(
            "{} does not allow this to our account ({text}); docs/many-machines.md lists what each role needs",
            self.shown
        ))
    }
}

/// What an error rests on, without the address.
fn deepest(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        for (text, shown) in [
            ("hub", "nats://hub:4222"),
            ("nats://hub:5000", "nats://hub:5000"),
            ("nats://anna:geheim@hub", "nats://***@hub:4222"),
            ("tls://t0ken@hub:1, nats://other", "tls://***@hub:1,nats://other:4222"),
        ] {
            assert_eq!(Address::new(text, None, None).expect("an address").shown(), shown);
        }
        for text in ["http://anna:geheim@hub", "", "nats://a b", "wss://hub"] {
            let error = Address::new(text, None, None).err().expect("refused").to_string();
            assert!(error.contains("no address") && !error.contains("geheim"), "{error}");
        }
    }
}
