//! Errors of the embedded store on their way out.

use crate::StoreError;
use std::io::ErrorKind;

/// Why a transaction did not happen.
pub(super) enum Failure {
    /// The store refuses it.
    Refused(StoreError),
    /// The database failed.
    Database(redb::Error),
}

impl Failure {
    pub(super) const fn corrupt(reason: String) -> Self {
        Self::Refused(StoreError::Corrupt(reason))
    }

    /// Whether the database refuses all work until it is opened again.
    pub(super) const fn needs_reopening(&self) -> bool {
        matches!(self, Self::Database(redb::Error::Io(_) | redb::Error::PreviousIo))
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

macro_rules! from_redb {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::Database(error.into())
            }
        })*
    };
}

from_redb!(
    redb::CommitError,
    redb::DatabaseError,
    redb::StorageError,
    redb::TableError,
    redb::TransactionError
);

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        let error = match failure {
            Failure::Refused(error) => return error,
            Failure::Database(error) => error,
        };
        match error {
            redb::Error::Io(error) => match error.kind() {
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Self::Full,
                ErrorKind::InvalidData => Self::Corrupt(error.to_string()),
                _ => Self::Unavailable(error.to_string()),
            },
            redb::Error::DatabaseAlreadyOpen => {
                Self::Unavailable("another process has opened the file".to_owned())
            }
            redb::Error::PreviousIo => Self::Unavailable("the file is being opened again".to_owned()),
            error => Self::Corrupt(error.to_string()),
        }
    }
}
