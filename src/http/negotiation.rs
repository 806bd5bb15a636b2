//! Content negotiation (RFC 9110, section 12): media types and content codings. Refusals come before any
//! work is done.

use super::error::{Mismatch, Problem};
use axum::extract::Request;
use axum::http::header::{ACCEPT, ACCEPT_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use bestmove_query::wire::truncated::truncated;

/// A media type of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MediaType {
    /// One JSON object.
    Json,
    /// Server-sent events.
    EventStream,
    /// JSON objects, one a line.
    JsonLines,
    /// A picture.
    Svg,
    /// A picture in the language of Graphviz.
    Dot,
    /// A picture in characters.
    Text,
}

impl MediaType {
    /// All media types, the default first.
    pub(super) const ANY: &[Self] = &[Self::Json, Self::EventStream, Self::JsonLines];

    /// Those of searches of trees, the default first.
    pub(super) const OF_TREES: &[Self] =
        &[Self::Json, Self::Svg, Self::Dot, Self::Text, Self::EventStream, Self::JsonLines];

    /// The pictures.
    pub(super) const PICTURES: &[Self] = &[Self::Svg, Self::Dot, Self::Text];

    /// The streams.
    pub(super) const STREAMS: &[Self] = &[Self::EventStream, Self::JsonLines];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::EventStream => "text/event-stream",
            Self::JsonLines => "application/x-ndjson",
            Self::Svg => "image/svg+xml",
            Self::Dot => "text/vnd.graphviz",
            Self::Text => "text/plain",
        }
    }

    /// The value of `Content-Type`.
    pub(super) const fn content_type(self) -> &'static str {
        match self {
            Self::Text => "text/plain; charset=utf-8",
            other => other.name(),
        }
    }

    /// The offer that `Accept` weighs highest; of several, the one it names most specifically, then the
    /// first.
    pub(super) fn negotiate(headers: &HeaderMap, offers: &[Self]) -> Result<Self, Problem> {
        let accept = joined(headers, &ACCEPT);
        let ranges = Range::list(&accept);
        let any = [Range { media: "*/*", weight: Range::FULL }];
        let ranges = if ranges.is_empty() { &any[..] } else { &ranges };
        let rank = |media_type: Self| {
            let specificity = |range: &Range<'_>| Some((range.specificity(media_type)?, range.weight));
            let (specificity, weight) = ranges.iter().filter_map(specificity).max()?;
            (weight > 0).then_some((weight, specificity))
        };
        let ranked = offers.iter().rev().filter_map(|&media_type| Some((rank(media_type)?, media_type)));
        let best = ranked.max_by_key(|&(rank, _)| rank).map(|(_, media_type)| media_type);
        best.ok_or_else(|| {
            let offered: Vec<_> = offers.iter().map(|media_type| media_type.name()).collect();
            let expected = format!("Accept: {}", offered.join(" or "));
            Problem::not_acceptable(Mismatch { field: None, expected, got: truncated(accept) })
        })
    }
}

/// Refuses clients that do not accept JSON, the only media type of the route. Its answers need no
/// `Vary: accept`, because a cache may also serve clients that would be refused.
pub(super) fn require_json(request: &mut Request) -> Result<(), Problem> {
    MediaType::negotiate(request.headers(), &[MediaType::Json]).map(drop)
}

/// A content coding of answers (RFC 9110, section 8.4.1), from the least to the most compact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContentCoding {
    Identity,
    Gzip,
    Brotli,
}

impl ContentCoding {
    const ALL: [Self; 3] = [Self::Identity, Self::Gzip, Self::Brotli];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        }
    }

    /// The coding that `Accept-Encoding` weighs highest; of several, the most compact. `None` if it excludes
    /// all.
    pub(super) fn negotiate(headers: &HeaderMap) -> Option<Self> {
        let accept = joined(headers, &ACCEPT_ENCODING);
        let ranges = Range::list(&accept);
        let named = |name: &str| ranges.iter().find(|range| range.media.eq_ignore_ascii_case(name));
        let weight = |coding: Self| {
            // A header without `identity` still accepts it, below any other coding.
            let unnamed = u16::from(coding == Self::Identity);
            named(coding.name()).or_else(|| named("*")).map_or(unnamed, |range| range.weight)
        };
        let accepted = Self::ALL.into_iter().filter(|&coding| weight(coding) > 0);
        accepted.max_by_key(|&coding| weight(coding))
    }
}

/// Refuses clients that accept none of the codings, and leaves only the negotiated one in the request.
pub(super) fn negotiate_coding(request: &mut Request) -> Result<(), Problem> {
    let headers = request.headers_mut();
    if !headers.contains_key(ACCEPT_ENCODING) {
        return Ok(());
    }
    let Some(coding) = ContentCoding::negotiate(headers) else {
        let got = headers.get(ACCEPT_ENCODING).map_or_else(String::new, |value| {
            truncated(String::from_utf8_lossy(value.as_bytes()).into_owned())
        });
        let expected = "Accept-Encoding: identity or gzip or br".to_owned();
        return Err(Problem::not_acceptable(Mismatch { field: None, expected, got }));
    };
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(coding.name()));
    Ok(())
}

/// All values of a header, joined by commas.
fn joined(headers: &HeaderMap, name: &HeaderName) -> String {
    let texts = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    texts.collect::<Vec<_>>().join(",")
}

/// One of the media ranges of `Accept`, or of the codings of `Accept-Encoding`.
struct Range<'a> {
    media: &'a str,
    /// The weight `q`, in thousandths.
    weight: u16,
}

impl<'a> Range<'a> {
    const FULL: u16 = 1000;
    /// The most ranges that are parsed, and parts of a range; browsers send ten.
    const MOST: usize = 100;

    fn list(text: &'a str) -> Vec<Self> {
        let ranges = text.split(',').take(Self::MOST).map(str::trim);
        ranges.filter(|range| !range.is_empty()).map(Self::parse).collect()
    }

    fn parse(text: &'a str) -> Self {
        let mut parts = text.split(';').take(Self::MOST).map(str::trim);
        let media = parts.next().unwrap_or_default();
        let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        let thousandths = |weight: f32| (weight * f32::from(Self::FULL)) as u16;
        let weight = weight.and_then(|weight| weight.parse().ok()).map_or(Self::FULL, thousandths);
        Self { media, weight }
    }

    /// How specifically the range names a media type, if it does.
    fn specificity(&self, media_type: MediaType) -> Option<u8> {
        let (kind, _) = media_type.name().split_once('/')?;
        let is_kind = || self.media.strip_suffix("/*").is_some_and(|range| range.eq_ignore_ascii_case(kind));
        if self.media.eq_ignore_ascii_case(media_type.name()) {
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
    fn the_coding_with_the_highest_weight_wins() {
        for (accept, coding) in [
            (None, Some(ContentCoding::Identity)),
            (Some(""), Some(ContentCoding::Identity)),
            (Some("zstd"), Some(ContentCoding::Identity)),
            (Some("gzip"), Some(ContentCoding::Gzip)),
            (Some("GZIP, deflate, br"), Some(ContentCoding::Brotli)),
            (Some("br;q=0.5, gzip;q=0.7"), Some(ContentCoding::Gzip)),
            (Some("*"), Some(ContentCoding::Brotli)),
            (Some("*;q=0, gzip"), Some(ContentCoding::Gzip)),
            (Some("gzip;q=0"), Some(ContentCoding::Identity)),
            (Some("identity;q=0, gzip;q=9"), Some(ContentCoding::Gzip)),
            (Some("identity;q=0"), None),
            (Some("identity;q=0.0000"), None),
            (Some("*;q=0"), None),
            (Some("zstd, identity;q=0"), None),
        ] {
            let accept = accept.map(|accept| (ACCEPT_ENCODING, accept.parse().unwrap()));
            let headers = HeaderMap::from_iter(accept);
            assert_eq!(ContentCoding::negotiate(&headers), coding, "{headers:?}");
        }
    }

    #[test]
    fn only_the_first_ranges_of_a_long_header_count() {
        let after = |others: usize, last: &str| format!("{}{last}", "a/b, ".repeat(others));
        for (others, is_read) in [(Range::MOST - 1, true), (Range::MOST, false)] {
            let accept = after(others, "application/json").parse().unwrap();
            let headers = HeaderMap::from_iter([(ACCEPT, accept)]);
            assert_eq!(MediaType::negotiate(&headers, MediaType::ANY).is_ok(), is_read);
            let accept = after(others, "gzip").parse().unwrap();
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, accept)]);
            assert_eq!(ContentCoding::negotiate(&headers) == Some(ContentCoding::Gzip), is_read);
        }
    }

    #[test]
    fn the_media_type_with_the_highest_weight_wins() {
        for (accept, media_type) in [
            (None, Some(MediaType::Json)),
            (Some(""), Some(MediaType::Json)),
            (Some("*/*"), Some(MediaType::Json)),
            (Some("application/*"), Some(MediaType::Json)),
            (Some("application/json, text/plain, */*"), Some(MediaType::Json)),
            (Some("text/event-stream"), Some(MediaType::EventStream)),
            (Some("Text/Event-Stream; charset=utf-8"), Some(MediaType::EventStream)),
            (Some("text/*"), Some(MediaType::EventStream)),
            (Some("application/x-ndjson, */*"), Some(MediaType::JsonLines)),
            (Some("application/json;q=0.5, application/x-ndjson;q=0.7"), Some(MediaType::JsonLines)),
            (Some("*/*;q=0.1, application/json;q=0, text/event-stream;q=0"), Some(MediaType::JsonLines)),
            (Some("application/json;q=nonsense"), Some(MediaType::Json)),
            (Some("text/html"), None),
            (Some("application/json;q=0"), None),
            (Some("application"), None),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(accept) = accept {
                headers.insert(ACCEPT, accept.parse().unwrap());
            }
            assert_eq!(MediaType::negotiate(&headers, MediaType::ANY).ok(), media_type, "{accept:?}");
        }
    }
}
