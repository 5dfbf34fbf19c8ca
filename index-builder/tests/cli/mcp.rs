//! `soru mcp`: an assistant's requests and responses, line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::query_gateway::{Server, built_over, found};
use crate::support::{Workplace, assert_contains, command};

/// An assistant connected to the tools of a bundle.
struct Assistant {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    number: u64,
}

impl Assistant {
    fn connect(place: &Workplace, bundle: &str) -> Self {
        let mut child = command(&place.path(""))
            .args(["mcp", bundle])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (
            child.stdin.take(),
            BufReader::new(child.stdout.take().unwrap()),
        );
        let mut assistant = Self {
            child,
            to,
            from,
            number: 0,
        };
        let greeting = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let greeted = assistant.request("initialize", &greeting);
        assert_eq!(greeted["result"]["serverInfo"]["name"], "soru", "{greeted}");
        assert!(
            greeted["result"]["capabilities"]["tools"].is_object(),
            "{greeted}"
        );
        assistant.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        assistant
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to.as_mut().unwrap(), "{message}").unwrap();
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.number += 1;
        let id = self.number;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let called = self.request(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments }),
        );
        called.get("result").cloned().unwrap_or(called)
    }

    /// Disconnects; returns the exit code.
    fn end(mut self) -> Option<i32> {
        drop(self.to.take());
        self.child.wait().unwrap().code()
    }
}

fn place() -> Workplace {
    let place = Workplace::new();
    place.write(
        "pages/fees.html",
        "<html lang=en><title>Fees</title><main><h1>Fees</h1><p>A library card costs 20 euros a year. It is paid in \
         cash at the desk.</main>",
    );
    place
        .run("build pages --out bundle --index-only")
        .assert_done();
    place
}

#[test]
fn r1_an_assistant_lists_the_tools_and_gets_answers_with_their_sources() {
    let place = place();
    let mut assistant = Assistant::connect(&place, "bundle");
    let listed = assistant.request("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap().iter();
    let names: Vec<&str> = tools
        .clone()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(names, ["ask", "search"]);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["required"], json!(["query"]), "{tool}");
    }
    let asked = assistant.call(
        "ask",
        &json!({ "query": "What does a library card cost?", "language": "en" }),
    );
    let answer = &asked["structuredContent"];
    assert_eq!(asked["isError"], false, "{asked}");
    assert!(
        answer["answer"]
            .as_str()
            .is_some_and(|text| text.contains("20 euros")),
        "{answer}"
    );
    assert_eq!(answer["sources"][0]["url"], "fees.html", "{answer}");
    let found = assistant.call("search", &json!({ "query": "library", "limit": 1 }));
    let sections = found["structuredContent"]["sections"].as_array().unwrap();
    assert_eq!(sections.len(), 1);
    assert_eq!(sections[0]["title"], "Fees");
    assert_eq!(assistant.end(), Some(0));
}

#[test]
fn r1_a_wrong_call_returns_its_mistake_to_the_assistant() {
    let place = place();
    let mut assistant = Assistant::connect(&place, "bundle");
    for (arguments, part) in [
        (json!({}), "`query` is required"),
        (json!({ "query": "fees", "limit": 0 }), "from 1 to 20"),
        (json!({ "query": "fees", "language": 7 }), "`language`"),
    ] {
        let refused = assistant.call("search", &arguments);
        assert_eq!(refused["isError"], true, "{refused}");
        let text = refused["content"][0]["text"].as_str().unwrap();
        assert_contains(text, [part]);
    }
    let unknown = assistant.call("delete", &json!({}));
    let message = unknown["error"]["message"].as_str().unwrap();
    assert_contains(message, ["`delete`", "ask, search"]);
    assert_eq!(assistant.end(), Some(0));
}

#[test]
fn r1_a_folder_without_a_bundle_is_refused_at_once() {
    let place = Workplace::new();
    let refused = place.run("mcp site");
    assert!(
        refused.code == 1 && refused.err.contains("manifest"),
        "{refused:?}"
    );
    assert!(
        refused.out.is_empty(),
        "nothing but the protocol goes there"
    );
}

#[test]
fn a_bundle_over_a_cluster_asks_its_gateway() {
    let server = Server::new(200, &found());
    let place = built_over(&server);
    let mut assistant = Assistant::connect(&place, "out");
    let query = json!({ "query": "When does the planetarium open?" });
    let asked = assistant.call("search", &query);
    let sections = &asked["structuredContent"]["sections"];
    assert_eq!(sections[0]["title"], "Planetarium", "{asked}");
    // It answered once; now the bundle's own pages are left.
    let again = assistant.call("ask", &query);
    let warnings = &again["structuredContent"]["warnings"];
    assert_eq!(warnings[0]["code"], "gateway_failed", "{again}");
    assert_eq!(assistant.end(), Some(0));
}
