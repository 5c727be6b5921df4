//! Requests made from the description of the API, sensible and not: the answers agree with the description.

use crate::common::{Desk, encoded, request};
use plyscope_web::Limits;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

/// Texts that are valid somewhere, and some that are not.
fn text() -> impl Strategy<Value = String> {
    let known = [
        "tictactoe",
        "pawn:4x4",
        "reversi:4x4",
        "andantino:3",
        "breakthrough:5x4,workers=3",
        "pawned:5x5",
        "alphabeta@depth=2",
        "mcts@rollouts=20",
        "random",
        "pvs:table=1MB@depth=2",
        "engine@nodes=500",
        "material",
        "{2*pieces}",
        "a1",
        "a1 b2",
        "pass",
        "f5",
        "xxxx/..../..../oooo o",
        "",
        "win",
        "1",
        "-1",
        "x",
        "ooo/.../xxx x",
        "\u{0}",
        "../../etc/passwd",
        "%00",
        "🙂",
    ];
    prop_oneof![6 => prop::sample::select(known.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,40}"]
}

fn any_json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| prop::collection::vec(inner, 0..3).prop_map(Value::from)).boxed()
}

/// A value of a schema, most of the time.
fn value(api: &Value, schema: &Value) -> BoxedStrategy<Value> {
    let sensible = sensible(api, schema);
    prop_oneof![12 => sensible, 1 => any_json()].boxed()
}

fn sensible(api: &Value, schema: &Value) -> BoxedStrategy<Value> {
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
        return sensible(api, &api["components"]["schemas"][name]);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let choices: Vec<_> = choices.iter().map(|choice| sensible(api, choice)).collect();
        return proptest::strategy::Union::new(choices).boxed();
    }
    if let Some(words) = schema["enum"].as_array() {
        return prop::sample::select(words.clone()).boxed();
    }
    let kind = schema["type"].as_array().map_or(&schema["type"], |kinds| &kinds[0]);
    match kind.as_str() {
        Some("null") => Just(Value::Null).boxed(),
        Some("boolean") => any::<bool>().prop_map(Value::from).boxed(),
        Some("integer") => prop_oneof![3 => 0..40_i64, 1 => any::<i64>()].prop_map(Value::from).boxed(),
        Some("number") => any::<f64>().prop_map(Value::from).boxed(),
        Some("array") => prop::collection::vec(value(api, &schema["items"]), 0..4).prop_map(Value::from).boxed(),
        Some("object") => object(api, schema),
        _ => text().prop_map(Value::from).boxed(),
    }
}

fn object(api: &Value, schema: &Value) -> BoxedStrategy<Value> {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let none = Map::new();
    let fields: Vec<_> = schema["properties"]
        .as_object()
        .unwrap_or(&none)
        .iter()
        .map(|(name, schema)| {
            let likely = if required.contains(&name.as_str()) { 0.97 } else { 0.5 };
            let name = name.clone();
            prop::option::weighted(likely, value(api, schema))
                .prop_map(move |value| value.map(|value| (name.clone(), value)))
        })
        .collect();
    fields.prop_map(|fields| Value::Object(fields.into_iter().flatten().collect())).boxed()
}

/// Method, address and body of a request.
type Question = (String, String, String);

fn question(api: &Value, method: &str, path: &str, operation: &Value) -> BoxedStrategy<Question> {
    let parameters: Vec<_> = operation["parameters"].as_array().cloned().unwrap_or_default();
    let values: Vec<_> = parameters
        .iter()
        .map(|parameter| {
            let likely = if parameter["required"] == true { 0.97 } else { 0.5 };
            prop::option::weighted(likely, value(api, &parameter["schema"]))
        })
        .collect();
    let body = match &operation["requestBody"]["content"]["application/json"]["schema"] {
        Value::Null => Just(String::new()).boxed(),
        schema => value(api, schema).prop_map(|body| body.to_string()).boxed(),
    };
    let (method, path) = (method.to_uppercase(), path.to_owned());
    (values, body)
        .prop_map(move |(values, body)| {
            let (mut path, mut query) = (path.clone(), Vec::new());
            for (parameter, value) in parameters.iter().zip(values) {
                let name = parameter["name"].as_str().unwrap_or_default();
                let text = match value {
                    Some(Value::String(text)) => text,
                    Some(value) => value.to_string(),
                    None if parameter["in"] == "path" => "1".to_owned(),
                    None => continue,
                };
                if parameter["in"] == "path" {
                    path = path.replace(&format!("{{{name}}}"), &encoded(&text));
                } else {
                    query.push(format!("{name}={}", encoded(&text)));
                }
            }
            (method.clone(), format!("{path}?{}", query.join("&")), body)
        })
        .boxed()
}

/// PROPTEST_CASES changes how many requests each operation gets.
#[test]
fn every_answer_is_one_that_the_description_knows() {
    let api: Value = serde_json::from_str(&plyscope_web::openapi()).expect("JSON");
    let limits = Limits {
        search_time: std::time::Duration::from_millis(30),
        experiment_games: 200,
        experiments: 1,
        ..Limits::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let desk = Desk::with(limits);
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(40);
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let (mut good, mut operations) = (0, 0);
    for (path, item) in api["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            operations += 1;
            let strategy = question(&api, method, path, operation);
            for _ in 0..cases {
                let (method, address, body) = strategy.new_tree(&mut runner).expect("a request").current();
                let reply = runtime.block_on(desk.send(request(&method, &address, &body)));
                let status = reply.status.as_u16();
                good += u32::from(reply.status.is_success());
                assert!(
                    operation["responses"][status.to_string()].is_object() && status != 500,
                    "{method} {address} {body}: {status} {:.300}",
                    reply.text
                );
                if !reply.status.is_success() {
                    let refusal = reply.json();
                    assert!(refusal["error"].is_string() && refusal["code"].is_string(), "{refusal}");
                }
            }
        }
    }
    assert!(operations >= 25 && good > operations, "{good} of {operations} operations");
    assert_eq!(runtime.block_on(desk.get("/api/health")).good()["status"], json!("ok"));
}
