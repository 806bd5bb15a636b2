use serde_json::Value;

/// A document of schemas that refer to each other.
pub(super) struct Schemas<'a>(pub(super) &'a Value);

impl<'a> Schemas<'a> {
    /// Where and why `value` does not match `schema`; only what `openapi.yaml` uses is known.
    pub(super) fn mismatch(&self, schema: &Value, value: &Value) -> Option<String> {
        let told = |why: &str| Some(format!("{value}: {why} {schema}"));
        let at = |number: &str| schema[number].as_f64();
        if let Some(target) = schema["$ref"].as_str() {
            return self.mismatch(self.find(target), value);
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let fits = choices.iter().filter(|choice| self.mismatch(choice, value).is_none()).count();
            return if fits == 1 { None } else { told(&format!("{fits} fit of")) };
        }
        if !has_type(&schema["type"], value) {
            return told("not the type of");
        }
        if schema.get("const").is_some_and(|only| only != value)
            || schema["enum"].as_array().is_some_and(|all| !all.contains(value))
            || value.as_f64().is_some_and(|number| at("minimum").is_some_and(|least| number < least))
            || value.as_f64().is_some_and(|number| at("maximum").is_some_and(|most| number > most))
            || value
                .as_array()
                .is_some_and(|all| at("minItems").is_some_and(|least| (all.len() as f64) < least))
            || value.as_array().is_some_and(|all| at("maxItems").is_some_and(|most| all.len() as f64 > most))
        {
            return told("outside");
        }
        self.mismatch_inside(schema, value)
    }

    fn mismatch_inside(&self, schema: &Value, value: &Value) -> Option<String> {
        if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
            return values.iter().find_map(|value| self.mismatch(items, value));
        }
        let fields = value.as_object()?;
        let required = schema["required"].as_array().into_iter().flatten();
        let missing = required.filter_map(Value::as_str).find(|name| !fields.contains_key(*name));
        if let Some(name) = missing {
            return Some(format!("{value}: no {name}"));
        }
        fields.iter().find_map(|(name, value)| match schema["properties"].get(name) {
            Some(schema) => self.mismatch(schema, value).map(|why| format!("{name}: {why}")),
            None if schema["additionalProperties"] == false => Some(format!("{name} is not described")),
            None => None,
        })
    }

    /// The target of a `$ref`.
    pub(super) fn find(&self, target: &str) -> &'a Value {
        let found = self.0.pointer(target.strip_prefix('#').unwrap());
        found.unwrap_or_else(|| panic!("{target} is nowhere"))
    }
}

fn has_type(types: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type of JSON Schema: {other}"),
    };
    match types {
        Value::Null => true,
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    }
}
