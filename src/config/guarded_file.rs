//! Files of secrets.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// What only the owner of a file may do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Write it, because anyone who can may add to it.
    Write,
    /// Write it, and together with its group read it, because anyone who can knows the secret.
    Read,
}

/// Reads a file to which others have no such access.
pub(super) fn read_guarded(path: &Path, guarded: Access) -> io::Result<String> {
    let mode = fs::metadata(path)?.permissions().mode() & 0o777;
    let (forbidden, expected, remedy) = match guarded {
        Access::Write => (0o022, "that only its owner can write", "go-w"),
        Access::Read => (0o026, "that only its owner can write and only its group can read", "g-w,o="),
    };
    if mode & forbidden != 0 {
        let got = format!("expected a file {expected}, got mode {mode:03o}: chmod {remedy}");
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, got));
    }
    fs::read_to_string(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

    #[test]
    fn a_file_open_to_others_is_refused() {
        let path = env::temp_dir().join(format!("bestmove-keys-{}", std::process::id()));
        fs::write(&path, "0123456789abcdef\n").unwrap();
        for (mode, may_list_keys, may_hold_secret) in [
            (0o600, true, true),
            (0o400, true, true),
            (0o644, true, false),
            (0o440, true, true),
            (0o664, false, false),
            (0o646, false, false),
        ] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            for (guarded, is_read) in [(Access::Write, may_list_keys), (Access::Read, may_hold_secret)] {
                let result = read_guarded(&path, guarded);
                assert_eq!(result.is_ok(), is_read, "{mode:03o}: {result:?}");
                assert!(is_read || result.unwrap_err().to_string().contains(&format!("{mode:03o}")));
            }
        }
        fs::remove_file(path).unwrap();
    }
}
