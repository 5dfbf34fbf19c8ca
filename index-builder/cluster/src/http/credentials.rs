//! Credentials, which come from an environment variable only and are hidden in every message.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::failure::{Failure, Result};

/// The text that replaces a secret.
const HIDDEN: &str = "***";

/// A header `Authorization`, and the secrets in it.
#[derive(Clone, Default)]
pub struct Credentials {
    header: Option<String>,
    secrets: Vec<String>,
    /// The environment variable, for advice.
    variable: String,
}

/// Hides the secrets.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials")
            .field("variable", &self.variable)
            .field("is_set", &self.header.is_some())
            .finish_non_exhaustive()
    }
}

impl Credentials {
    /// Reads the value of an environment variable: `basic USER:PASSWORD`, `apikey KEY` or
    /// `bearer TOKEN`.
    ///
    /// # Errors
    /// [`Failure::Usage`] for another form.
    pub fn new(variable: &str, value: Option<&str>) -> Result<Self> {
        let none = Self {
            variable: variable.to_owned(),
            ..Self::default()
        };
        let value = value.map(str::trim).unwrap_or_default();
        if value.is_empty() {
            return Ok(none);
        }
        let (scheme, secret) = value.split_once(' ').unwrap_or((value, ""));
        let secret = secret.trim();
        let scheme = scheme.to_ascii_lowercase();
        let is_visible = secret.bytes().all(|b| matches!(b, b'!'..=b'~')) || scheme == "basic";
        let sent = match scheme.as_str() {
            "basic" if secret.contains(':') => format!("Basic {}", STANDARD.encode(secret)),
            "apikey" if !secret.is_empty() && is_visible => format!("ApiKey {secret}"),
            "bearer" if !secret.is_empty() && is_visible => format!("Bearer {secret}"),
            _ => {
                return Err(Failure::Usage(format!(
                    "the environment variable {variable} must be `basic USER:PASSWORD`, \
                     `apikey KEY` or `bearer TOKEN`"
                )));
            }
        };
        Ok(none.with(sent, secret))
    }

    fn with(self, header: String, secret: &str) -> Self {
        let encoded = header
            .split_once(' ')
            .map(|(_, encoded)| encoded.to_owned());
        let password = secret
            .split_once(':')
            .map(|(_, password)| password.to_owned());
        let mut secrets: Vec<String> = [Some(secret.to_owned()), encoded, password]
            .into_iter()
            .flatten()
            .filter(|secret| !secret.is_empty())
            .collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        Self {
            header: Some(header),
            secrets,
            ..self
        }
    }

    /// Returns the value of the header `Authorization`, if there are credentials.
    #[must_use]
    pub fn header(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// Returns a message without secrets.
    pub(crate) fn hide(&self, text: &str) -> String {
        let secrets = self.secrets.iter();
        secrets.fold(text.to_owned(), |text, secret| text.replace(secret, HIDDEN))
    }

    /// Returns what to do if the cluster asks who this is.
    pub(crate) fn advice(&self) -> String {
        let variable = &self.variable;
        if self.header.is_some() {
            return format!("check the credentials in the environment variable {variable}");
        }
        format!(
            "set the environment variable {variable} to `basic USER:PASSWORD`, `apikey KEY` or \
             `bearer TOKEN`"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> Result<Credentials> {
        Credentials::new("KEY", Some(value))
    }

    #[test]
    fn three_kinds_of_credentials_are_known() {
        let header = |value| read(value).unwrap().header().map(str::to_owned);
        assert_eq!(
            header("basic ada:pass word").as_deref(),
            Some("Basic YWRhOnBhc3Mgd29yZA==")
        );
        assert_eq!(header("ApiKey abc==").as_deref(), Some("ApiKey abc=="));
        assert_eq!(header(" bearer ey.J \n").as_deref(), Some("Bearer ey.J"));
        assert_eq!(header(""), None);
        for wrong in [
            "ada:geheim",
            "basic ada",
            "bearer",
            "bearer a b",
            "digest geheim",
        ] {
            let refused = read(wrong).unwrap_err().to_string();
            assert!(
                refused.contains("KEY") && !refused.contains("geheim"),
                "{refused}"
            );
        }
    }

    #[test]
    fn no_message_shows_a_secret_in_any_of_its_forms() {
        let own = read("basic ada:geheim").unwrap();
        let said = own.hide("user ada:geheim, password geheim, header YWRhOmdlaGVpbQ==");
        assert_eq!(said, "user ***, password ***, header ***");
        assert!(!format!("{own:?}").contains("geheim"));
    }
}
