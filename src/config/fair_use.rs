//! Options of API keys and quotas.

use super::guarded_file::{Access, read_guarded};
use super::values::from_to;
use crate::http::{FairUse, Keys};
use clap::Args;
use std::fmt::Display;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Options of API keys and quotas.
#[derive(Args)]
#[command(next_help_heading = "API keys and quotas")]
pub struct FairUseOptions {
    /// API keys that clients send as "Authorization: Bearer KEY": visible ASCII, at least 16
    /// characters, separated by commas
    ///
    /// Command lines are visible to other users; prefer the environment or a file
    #[arg(
        long,
        env = "BESTMOVE_API_KEYS",
        value_name = "KEYS",
        hide_short_help = true,
        hide_env_values = true
    )]
    api_keys: Option<Keys>,
    /// File with API keys, one a line; lines that begin with # are comments
    ///
    /// Only its owner may be able to write it
    #[arg(long, env = "BESTMOVE_API_KEYS_FILE", value_name = "FILE")]
    api_keys_file: Option<PathBuf>,
    /// Milliseconds of search a minute for each key, replenished steadily
    ///
    /// A request reserves the time that it asks for and returns what it does not use [default: no
    /// limit]
    #[arg(long, env = "BESTMOVE_KEY_QUOTA_MS", value_name = "MS", value_parser = from_to::<u64>(1..=u64::MAX))]
    key_quota_ms: Option<u64>,
    /// Milliseconds of search a minute for each address without a key
    ///
    /// For IPv6, for each network of 64 bits. 0 means that a key is required [default: no limit]
    #[arg(long, env = "BESTMOVE_ADDRESS_QUOTA_MS", value_name = "MS", value_parser = from_to::<u64>(0..=u64::MAX))]
    address_quota_ms: Option<u64>,
    /// Proxies that each request passes
    ///
    /// They append the address that they see to X-Forwarded-For. The client's address is that many
    /// entries from the right; anyone can forge those before it
    #[arg(long, env = "BESTMOVE_TRUSTED_PROXIES", value_name = "N", default_value = "0", value_parser = from_to::<usize>(0..=16))]
    trusted_proxies: usize,
    /// Replicas with the same PostgreSQL store, at most
    ///
    /// Each grants so small a part of each quota until the store has told it how many there are.
    /// Then it grants leases of the store, or while that is away, the part of those that there were
    #[arg(long, env = "BESTMOVE_REPLICAS", value_name = "N", hide_short_help = true, default_value = "20", value_parser = from_to::<u32>(1..=100_000))]
    replicas: u32,
    /// Memory in MiB for all requests and answers in progress; further ones are refused
    ///
    /// Heads and bodies, trees of the laboratory with what their searches keep, and answers until they
    /// are read. An eighth is for clients that hold at most 16 KiB. Of the rest, a client may hold as
    /// much as it leaves free, so half at most
    #[arg(long, env = "BESTMOVE_REQUEST_MIB", value_name = "MIB", hide_short_help = true, default_value = "24", value_parser = from_to::<usize>(1..=65_536))]
    request_mib: usize,
}

impl FairUseOptions {
    /// The number of proxies that each request passes.
    #[must_use]
    pub const fn trusted_proxies(&self) -> usize {
        self.trusted_proxies
    }

    /// The rules that these options describe.
    ///
    /// # Errors
    ///
    /// If the file of keys can't be read, or others than its owner may write it.
    pub fn read(&self) -> io::Result<FairUse> {
        let listed = self.api_keys.clone().unwrap_or_default();
        let keys = match &self.api_keys_file {
            Some(path) => {
                let cannot = |error: &dyn Display| {
                    io::Error::other(format!("--api-keys-file {}: {error}", path.display()))
                };
                let text = read_guarded(path, Access::Write).map_err(|error| cannot(&error))?;
                listed.and(text.parse().map_err(|error: String| cannot(&error))?)
            }
            None => listed,
        };
        let quota = |ms: Option<u64>| ms.map(Duration::from_millis);
        Ok(FairUse {
            keys,
            key_quota: quota(self.key_quota_ms),
            address_quota: quota(self.address_quota_ms),
            trusted_proxies: self.trusted_proxies,
            replicas: self.replicas,
            memory_bytes: self.request_mib << 20,
        })
    }

    /// Checks that someone can be served, and that each quota covers these times in milliseconds,
    /// given by flag.
    pub(super) fn check(&self, times: &[(&str, u64)]) -> Result<(), String> {
        if self.address_quota_ms == Some(0) && self.api_keys.is_none() && self.api_keys_file.is_none() {
            let reason = "means that a key is required, and neither --api-keys nor --api-keys-file gives one";
            return Err(format!("--address-quota-ms 0 {reason}"));
        }
        let quotas = [
            ("--key-quota-ms", self.key_quota_ms),
            ("--address-quota-ms", self.address_quota_ms.filter(|&ms| ms > 0)),
        ];
        for (quota_flag, quota) in quotas {
            let short = |&&(_, time): &&(&str, u64)| quota.is_some_and(|quota| quota < time);
            if let (Some(quota), Some((flag, time))) = (quota, times.iter().find(short)) {
                return Err(format!("{quota_flag} {quota} is less than {flag} {time}"));
            }
        }
        Ok(())
    }
}
