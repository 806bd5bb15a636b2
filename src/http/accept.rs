//! In which form a client wants an answer, and in which content coding. What it refuses is refused before any work.

use super::error::{Blame, Problem};
use super::extract::cut;
use axum::extract::Request;
use axum::http::header::{ACCEPT, ACCEPT_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One JSON object.
    Json,
    /// Server-sent events.
    EventStream,
    /// JSON objects, one a line.
    Lines,
}

impl Form {
    /// All forms, the first for whom any will do.
    pub(super) const ANY: &[Self] = &[Self::Json, Self::EventStream, Self::Lines];

    /// Those that go on for a while.
    pub(super) const STREAMS: &[Self] = &[Self::EventStream, Self::Lines];

    pub(super) const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::EventStream => "text/event-stream",
            Self::Lines => "application/x-ndjson",
        }
    }

    /// Of those on offer the one that `Accept` wants most; of several, the one that it names most
    /// closely, then the first.
    pub(super) fn wanted(headers: &HeaderMap, offers: &[Self]) -> Result<Self, Problem> {
        let accept = joined(headers, &ACCEPT);
        let ranges = Range::list(&accept);
        let any = [Range { media: "*/*", weight: Range::FULL }];
        let ranges = if ranges.is_empty() { &any[..] } else { &ranges };
        let rank = |form: Self| {
            let closeness = |range: &Range<'_>| Some((range.closeness(form)?, range.weight));
            let (closeness, weight) = ranges.iter().filter_map(closeness).max()?;
            (weight > 0).then_some((weight, closeness))
        };
        let ranked = offers.iter().rev().filter_map(|&form| Some((rank(form)?, form)));
        let best = ranked.max_by_key(|&(rank, _)| rank).map(|(_, form)| form);
        best.ok_or_else(|| {
            let offered: Vec<_> = offers.iter().map(|form| form.media_type()).collect();
            let expected = format!("Accept: {}", offered.join(" or "));
            Problem::not_acceptable(Blame { field: None, expected, got: cut(accept) })
        })
    }
}

/// Lets those pass who take JSON, the only form that the route has. A cache need not tell them apart, as
/// nobody has to be refused.
pub(super) async fn json_only(request: Request, next: Next) -> Response {
    match Form::wanted(request.headers(), &[Form::Json]) {
        Ok(_) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// A content coding of answers (RFC 9110, 8.4.1), from the least to the most compact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Identity,
    Gzip,
    Brotli,
}

impl Coding {
    const ALL: [Self; 3] = [Self::Identity, Self::Gzip, Self::Brotli];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        }
    }

    /// The one that `Accept-Encoding` wants most; of several, the most compact. `None` if it excludes all.
    pub(super) fn wanted(headers: &HeaderMap) -> Option<Self> {
        let accept = joined(headers, &ACCEPT_ENCODING);
        let ranges = Range::list(&accept);
        let named = |name: &str| ranges.iter().find(|range| range.media.eq_ignore_ascii_case(name));
        let weight = |coding: Self| {
            // Where nothing is said of it, no coding at all is accepted, and any coding is wanted more.
            let unsaid = u16::from(coding == Self::Identity);
            named(coding.name()).or_else(|| named("*")).map_or(unsaid, |range| range.weight)
        };
        let accepted = Self::ALL.into_iter().filter(|&coding| weight(coding) > 0);
        accepted.max_by_key(|&coding| weight(coding))
    }
}

/// Refuses those who take no coding that answers come in, and tells what follows the one that is wanted.
pub(super) async fn one_coding(mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    if !headers.contains_key(ACCEPT_ENCODING) {
        return next.run(request).await;
    }
    let Some(coding) = Coding::wanted(headers) else {
        let got = headers
            .get(ACCEPT_ENCODING)
            .map_or_else(String::new, |value| cut(String::from_utf8_lossy(value.as_bytes()).into_owned()));
        let expected = "Accept-Encoding: identity or gzip or br".to_owned();
        return Problem::not_acceptable(Blame { field: None, expected, got }).into_response();
    };
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(coding.name()));
    next.run(request).await
}

/// All that a header says, in one line.
fn joined(headers: &HeaderMap, name: &HeaderName) -> String {
    let texts = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    texts.collect::<Vec<_>>().join(",")
}

/// One of the media ranges of `Accept`, or of the codings of `Accept-Encoding`.
struct Range<'a> {
    media: &'a str,
    /// How much it is wanted, in thousandths.
    weight: u16,
}

impl<'a> Range<'a> {
    const FULL: u16 = 1000;
    /// Ranges that are read of a header, and parts of a range; browsers send ten.
    const MOST: usize = 100;

    fn list(text: &'a str) -> Vec<Self> {
        let ranges = text.split(',').take(Self::MOST).map(str::trim);
        ranges.filter(|range| !range.is_empty()).map(Self::read).collect()
    }

    fn read(text: &'a str) -> Self {
        let mut parts = text.split(';').take(Self::MOST).map(str::trim);
        let media = parts.next().unwrap_or_default();
        let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        let thousandths = |weight: f32| (weight * f32::from(Self::FULL)) as u16;
        let weight = weight.and_then(|weight| weight.parse().ok()).map_or(Self::FULL, thousandths);
        Self { media, weight }
    }

    /// How closely the range names a form, if it does at all.
    fn closeness(&self, form: Form) -> Option<u8> {
        let (kind, _) = form.media_type().split_once('/')?;
        let is_kind = || self.media.strip_suffix("/*").is_some_and(|range| range.eq_ignore_ascii_case(kind));
        if self.media.eq_ignore_ascii_case(form.media_type()) {
            Some(2)
        } else if is_kind() {
            Some(1)
        } else {
            (self.media == "*/*").then_some(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coding_is_the_one_that_is_wanted_most() {
        for (accept, coding) in [
            (None, Some(Coding::Identity)),
            (Some(""), Some(Coding::Identity)),
            (Some("zstd"), Some(Coding::Identity)),
            (Some("gzip"), Some(Coding::Gzip)),
            (Some("GZIP, deflate, br"), Some(Coding::Brotli)),
            (Some("br;q=0.5, gzip;q=0.7"), Some(Coding::Gzip)),
            (Some("*"), Some(Coding::Brotli)),
            (Some("*;q=0, gzip"), Some(Coding::Gzip)),
            (Some("gzip;q=0"), Some(Coding::Identity)),
            (Some("identity;q=0, gzip;q=9"), Some(Coding::Gzip)),
            (Some("identity;q=0"), None),
            (Some("identity;q=0.0000"), None),
            (Some("*;q=0"), None),
            (Some("zstd, identity;q=0"), None),
        ] {
            let accept = accept.map(|accept| (ACCEPT_ENCODING, accept.parse().unwrap()));
            let headers = HeaderMap::from_iter(accept);
            assert_eq!(Coding::wanted(&headers), coding, "{headers:?}");
        }
    }

    #[test]
    fn of_a_long_header_the_first_ranges_count() {
        let after = |others: usize, last: &str| format!("{}{last}", "a/b, ".repeat(others));
        for (others, is_read) in [(Range::MOST - 1, true), (Range::MOST, false)] {
            let accept = after(others, "application/json").parse().unwrap();
            let headers = HeaderMap::from_iter([(ACCEPT, accept)]);
            assert_eq!(Form::wanted(&headers, Form::ANY).is_ok(), is_read);
            let accept = after(others, "gzip").parse().unwrap();
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, accept)]);
            assert_eq!(Coding::wanted(&headers) == Some(Coding::Gzip), is_read);
        }
    }

    #[test]
    fn the_form_is_the_one_that_is_wanted_most() {
        for (accept, form) in [
            (None, Some(Form::Json)),
            (Some(""), Some(Form::Json)),
            (Some("*/*"), Some(Form::Json)),
            (Some("application/*"), Some(Form::Json)),
            (Some("application/json, text/plain, */*"), Some(Form::Json)),
            (Some("text/event-stream"), Some(Form::EventStream)),
            (Some("Text/Event-Stream; charset=utf-8"), Some(Form::EventStream)),
            (Some("text/*"), Some(Form::EventStream)),
            (Some("application/x-ndjson, */*"), Some(Form::Lines)),
            (Some("application/json;q=0.5, application/x-ndjson;q=0.7"), Some(Form::Lines)),
            (Some("*/*;q=0.1, application/json;q=0, text/event-stream;q=0"), Some(Form::Lines)),
            (Some("application/json;q=nonsense"), Some(Form::Json)),
            (Some("text/html"), None),
            (Some("application/json;q=0"), None),
            (Some("application"), None),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(accept) = accept {
                headers.insert(ACCEPT, accept.parse().unwrap());
            }
            assert_eq!(Form::wanted(&headers, Form::ANY).ok(), form, "{accept:?}");
        }
    }
}
