//! Query strings with the fields of a request's body.

use super::error::Problem;
use super::extract::{duplicate_field, read};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The query string, read as if its parameters were the fields of a JSON object.
pub(super) struct QueryString<T>(pub(super) T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for QueryString<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Ok(Self(read(Value::Object(fields(parts.uri.query().unwrap_or_default())?))?))
    }
}

/// More than the known fields, so that at least one is unknown and the query is refused.
const TOO_MANY: usize = 32;

/// The parameters of a query string as the fields of a JSON object.
pub(super) fn fields(query: &str) -> Result<Map<String, Value>, Problem> {
    let mut fields = Map::new();
    for (name, text) in form_urlencoded::parse(query.as_bytes()) {
        if fields.len() == TOO_MANY {
            break;
        }
        let value = value(&name, &text);
        match (fields.get_mut(name.as_ref()), value) {
            (None, value) => drop(fields.insert(name.into_owned(), value)),
            (Some(Value::Array(list)), Value::Array(more)) => extend(list, more),
            (Some(_), _) => return Err(Problem::invalid_field(duplicate_field(&name))),
        }
    }
    Ok(fields)
}

/// Extends a list that comes in several parameters. Among several, an empty parameter is an empty item, not
/// an empty list.
fn extend(list: &mut Vec<Value>, mut more: Vec<Value>) {
    for part in [&mut *list, &mut more] {
        if part.is_empty() {
            part.push("".into());
        }
    }
    list.append(&mut more);
}

/// Positions, moves and trees are strings, even those that look like numbers. The items of a list in one
/// parameter are separated by commas; an empty parameter is an empty list. Everything else is JSON without quotes.
fn value(name: &str, text: &str) -> Value {
    match name {
        "position" | "tree" => text.into(),
        "moves" | "only" | "avoid" | "searches" | "arrows" if text.is_empty() => Value::Array(Vec::new()),
        "moves" | "only" | "avoid" | "searches" | "arrows" => text.split(',').collect(),
        _ => match serde_json::from_str(text) {
            Ok(value @ (Value::Number(_) | Value::Bool(_))) => value,
            _ => text.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn extending_a_list_does_not_copy_it() {
        let mut list: Vec<Value> = vec!["1".into()];
        let address = |list: &[Value]| list[0].as_str().map(str::as_ptr);
        let first = address(&list);
        extend(&mut list, vec!["2".into()]);
        assert_eq!((address(&list), list), (first, vec!["1".into(), "2".into()]));
    }

    #[test]
    fn the_number_of_fields_is_bounded() {
        let query: String = (0..1_000).map(|number| format!("field{number}=1&")).collect();
        assert_eq!(fields(&query).unwrap().len(), TOO_MANY);
    }

    #[test]
    fn parameters_are_fields() {
        for (query, object) in [
            ("", json!({})),
            ("position=4455&time_ms=50", json!({ "position": "4455", "time_ms": 50 })),
            ("position=", json!({ "position": "" })),
            ("moves=4,5&only=&avoid=1", json!({ "moves": ["4", "5"], "only": [], "avoid": ["1"] })),
            ("moves=4&only=1&moves=5,6&only=", json!({ "moves": ["4", "5", "6"], "only": ["1", ""] })),
            ("moves=&moves=4", json!({ "moves": ["", "4"] })),
            ("moves=4,&only=,", json!({ "moves": ["4", ""], "only": ["", ""] })),
            ("lines=all&fresh=true", json!({ "lines": "all", "fresh": true })),
            ("depth=1e1&nodes=-5", json!({ "depth": 1e1, "nodes": -5 })),
            ("position=W%3AWK10%3ABK4&depth=null", json!({ "position": "W:WK10:BK4", "depth": "null" })),
            ("depth", json!({ "depth": "" })),
        ] {
            assert_eq!(Value::Object(fields(query).unwrap()), object, "{query}");
        }
        for duplicate_field in ["depth=1&depth=1", "position=&position=4", "lines=1&moves=4&lines=2"] {
            assert!(fields(duplicate_field).is_err(), "{duplicate_field}");
        }
    }
}
