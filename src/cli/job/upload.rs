//! Sends a file in parts, and only those again that a lost connection has interrupted.

use super::{Refusal, Result, Service, json};
use crate::config::JobSubmission;
use axum::body::{Body, Bytes};
use axum::http::Method;
use serde_json::Value;
use std::collections::HashMap;
use std::env;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::time::Duration;
use tokio::time::sleep;

/// The bytes of a part; only the last one may have fewer.
const PART_BYTES: u64 = 1 << 20;
/// How often a request is repeated that fails for a time, and the first wait, which doubles.
const RETRIES: u32 = 6;
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// A file that is sent in parts.
pub(super) struct PartedFile {
    file: File,
    bytes: u64,
}

impl PartedFile {
    /// The file, if it is to be sent in parts.
    pub(super) fn of(options: &JobSubmission) -> Result<Option<Self>> {
        let path = &options.records.file;
        if options.resume.is_none() && !options.parts {
            return Ok(None);
        }
        if path.to_str() == Some("-") || options.dry_run {
            return Err("--parts, --resume: expected a file, and a job to submit".into());
        }
        let name = |error| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(name)?;
        let bytes = file.metadata().map_err(name)?.len();
        Ok(Some(Self { file, bytes }))
    }

    /// Sends it, and returns the job.
    pub(super) async fn submit(self, service: &Service, options: &JobSubmission) -> Result<Value> {
        let id = match &options.resume {
            Some(id) => id.clone(),
            None => {
                let path = format!("{}&parts=true", options.path_and_query()?);
                let job = json(service.send(Method::POST, &path, Body::empty()).await?).await?;
                let id = job["id"].as_str().ok_or("the service names no job")?;
                let command = resumption(options, id);
                writeln!(io::stderr(), "job {id}; if the upload breaks off, go on with: {command}")?;
                id.to_owned()
            }
        };
        let sent = self.send(service, &id).await;
        sent.map_err(|error| format!("{error}; go on with: {}", resumption(options, &id)).into())
    }

    async fn send(mut self, service: &Service, id: &str) -> Result<Value> {
        let job = request(service, Method::GET, &format!("/v1/jobs/{id}"), &Bytes::new()).await?;
        if job["state"] != "receiving" {
            return Ok(job);
        }
        let listed = request(service, Method::GET, &format!("/v1/jobs/{id}/parts"), &Bytes::new()).await?;
        let there: HashMap<_, _> = listed["parts"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|part| Some((part["part"].as_u64()?, part["bytes"].as_u64()?)))
            .collect();
        let parts = self.bytes.div_ceil(PART_BYTES).max(1);
        for part in 1..=parts {
            let bytes = self.part(part)?;
            match there.get(&part) {
                Some(&sent) if sent == bytes.len() as u64 => (),
                Some(_) => return Err(format!("part {part} of the job is of another file").into()),
                None => {
                    request(service, Method::PUT, &format!("/v1/jobs/{id}/parts/{part}"), &bytes).await?;
                }
            }
        }
        let path = format!("/v1/jobs/{id}/complete?parts={parts}");
        request(service, Method::POST, &path, &Bytes::new()).await
    }

    fn part(&mut self, part: u64) -> Result<Bytes> {
        self.file.seek(SeekFrom::Start((part - 1) * PART_BYTES))?;
        let mut bytes = Vec::new();
        (&self.file).take(PART_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes.into())
    }
}

/// The command for a shell that sends the rest of the file. An API key is left to the person.
fn resumption(options: &JobSubmission, id: &str) -> String {
    let file = quoted(&options.records.file.display().to_string());
    let url = quoted(&options.service.url);
    let key = match &options.service.key {
        Some(key) if env::var("BESTMOVE_KEY").as_ref() != Ok(key) => " --key KEY",
        _ => "",
    };
    let wait = if options.wait { " --wait" } else { "" };
    format!("bestmove job submit {file} --resume {id} --url {url}{key}{wait}")
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/.:_-+,@%".contains(&byte);
    if word.bytes().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// The answer to a request, which is repeated while it fails for a time.
async fn request(service: &Service, method: Method, path: &str, body: &Bytes) -> Result<Value> {
    let mut wait = FIRST_WAIT;
    for retry in 0.. {
        match service.send(method.clone(), path, Body::from(body.clone())).await {
            Ok(answer) => return json(answer).await,
            Err(error) => {
                let passes = error.downcast_ref::<Refusal>().is_some_and(|refusal| refusal.passes);
                if !passes || retry == RETRIES {
                    return Err(error);
                }
            }
        }
        sleep(wait).await;
        wait *= 2;
    }
    unreachable!("a request is repeated {RETRIES} times at most")
}
