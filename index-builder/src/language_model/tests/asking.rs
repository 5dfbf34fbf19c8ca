//! Requests to servers that are busy, broken or hostile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::super::*;
use super::server::{Act, Server, status};
use crate::project::QuestionsSettings;

const ANSWER: &str = r#"["who do I tell?"]"#;

fn messages() -> [Message; 2] {
    [("system", "Write questions."), ("user", "A section.")].map(|(role, content)| Message {
        role: role.to_owned(),
        content: content.to_owned(),
    })
}

fn request() -> Request {
    Request::new(messages(), 20)
}

fn endpoint(server: &Server, within: Duration) -> Arc<Endpoint> {
    let settings = QuestionsSettings {
        endpoint: format!("{}/v1", server.address),
        model: "m".into(),
        ..QuestionsSettings::default()
    };
    Arc::new(Endpoint::new(&settings, Some("geheim-1".into()), within).unwrap())
}

fn asking(count: usize) -> Asking {
    Asking {
        requests: (0..count).map(|_| request()).collect(),
        concurrency: 1,
        budget: Arc::new(Budget::new(Limits::default())),
        patience: RetryPolicy {
            attempts: 3,
            first_wait: Duration::from_millis(10),
            longest_wait: Duration::from_secs(2),
        },
    }
}

/// Returns the replies, the failures and the reason of the end.
fn run(model: Arc<dyn Model>, asking: Asking) -> (Vec<String>, Vec<String>, StopReason) {
    let (mut replies, mut failures) = (Vec::new(), Vec::new());
    let end = ask(asking, model, &AtomicBool::new(false), |outcome| {
        match outcome {
            AskOutcome::Replied(_, reply) => replies.push(reply.text),
            AskOutcome::Failed(_, why) => failures.push(why),
            AskOutcome::Waits(..) => {}
        }
        Ok(())
    });
    (replies, failures, end.unwrap())
}

fn asked(acts: Vec<Act>, count: usize) -> (Vec<String>, Vec<String>, StopReason, usize) {
    let server = Server::new(acts);
    let (replies, failures, end) = run(endpoint(&server, Duration::from_secs(5)), asking(count));
    (replies, failures, end, server.seen().len())
}

#[test]
fn a_request_has_the_model_the_messages_and_the_key_in_its_header_alone() {
    let server = Server::new(vec![Act::Reply(ANSWER.into())]);
    let reply = endpoint(&server, Duration::from_secs(5)).reply(&request());
    let reply = reply.unwrap();
    assert_eq!(
        (reply.text.as_str(), reply.usage.unwrap().total()),
        (ANSWER, 100)
    );
    let seen = &server.seen()[0];
    assert!(
        seen.head.starts_with("POST /v1/chat/completions "),
        "{}",
        seen.head
    );
    assert!(seen.head.contains("Bearer geheim-1"), "{}", seen.head);
    assert!(!seen.body.contains("geheim"));
    let body: serde_json::Value = serde_json::from_str(&seen.body).unwrap();
    assert_eq!(body["model"], "m");
    assert_eq!(body["messages"][1]["role"], "user");
}

#[test]
fn ollama_is_called_with_its_own_protocol() {
    let body = serde_json::json!({
        "model": "q", "message": {"role": "assistant", "content": ANSWER}, "done": true,
        "prompt_eval_count": 30, "eval_count": 7,
    });
    let server = Server::new(vec![status("200 OK", "", &body.to_string())]);
    let settings = QuestionsSettings {
        endpoint: server.address.clone(),
        api: "ollama".into(),
        model: "q".into(),
        ..QuestionsSettings::default()
    };
    let endpoint = Endpoint::new(&settings, None, Duration::from_secs(5)).unwrap();
    let reply = endpoint.reply(&request()).unwrap();
    assert_eq!(
        (reply.text.as_str(), reply.usage.unwrap().total()),
        (ANSWER, 37)
    );
    let seen = &server.seen()[0];
    assert!(seen.head.starts_with("POST /api/chat "));
    assert!(!seen.head.to_lowercase().contains("authorization"));
    assert!(seen.body.contains("\"stream\":false") && seen.body.contains("\"think\":false"));
}

#[test]
fn a_busy_server_is_asked_again_after_the_time_it_names() {
    let start = Instant::now();
    let busy = status(
        "429 Too Many Requests",
        "Retry-After: 1\r\n",
        "{\"error\": {\"message\": \"slow\"}}",
    );
    let (replies, failures, end, requests) = asked(vec![busy, Act::Reply(ANSWER.into())], 1);
    assert_eq!((replies.len(), failures.len(), requests), (1, 0, 2));
    assert_eq!(end, StopReason::Done);
    assert!(start.elapsed() >= Duration::from_secs(1));
}

#[test]
fn cut_connections_and_garbage_are_tried_again() {
    let acts = vec![
        Act::HangUp,
        Act::CutOff,
        Act::Reply(ANSWER.into()),
        status("200 OK", "", "<html>Welcome</html>"),
        status("500 Oops", "", ""),
        Act::Reply(ANSWER.into()),
    ];
    let (replies, failures, end, requests) = asked(acts, 2);
    assert_eq!((replies.len(), failures.len(), requests), (2, 0, 6));
    assert_eq!(end, StopReason::Done);
}

#[test]
fn a_server_that_never_answers_is_abandoned_with_the_reason() {
    let (replies, failures, end, requests) =
        asked(vec![status("503 Busy", "Retry-After: 0\r\n", "")], 9);
    // A fourth request may be pending when the third one fails.
    assert!(replies.is_empty() && (3..=4).contains(&failures.len()));
    assert!((9..=12).contains(&requests), "{requests}");
    let StopReason::GivenUp(why) = end else {
        panic!("{end:?}")
    };
    assert!(why.contains("status 503"), "{why}");
}

#[test]
fn a_wrong_key_stops_at_once_and_is_not_printed() {
    let refused = status(
        "401 Unauthorized",
        "",
        "{\"error\": {\"message\": \"no such key\"}}",
    );
    let (_, _, end, requests) = asked(vec![refused.clone()], 5);
    let StopReason::GivenUp(why) = end else {
        panic!("{end:?}")
    };
    let names = ["no such key", "check the key", "SORU_API_KEY"];
    assert!(names.iter().all(|part| why.contains(part)), "{why}");
    assert!(!why.contains("geheim"), "{why}");
    assert_eq!(requests, 1);
    let server = Server::new(vec![refused]);
    let settings = QuestionsSettings {
        endpoint: server.address.clone(),
        model: "m".into(),
        key_env: "MY_KEY".into(),
        ..QuestionsSettings::default()
    };
    let keyless = Endpoint::new(&settings, None, Duration::from_secs(5)).unwrap();
    let Err(Refusal::Fatal(why)) = keyless.reply(&request()) else {
        panic!("a status of 401 is fatal")
    };
    assert!(
        why.contains("the environment variable MY_KEY is unset"),
        "{why}"
    );
}

// A redirect would send the key to another server.
#[test]
fn a_server_that_sends_elsewhere_is_not_followed() {
    let elsewhere = Server::new(vec![Act::Reply(ANSWER.into())]);
    let headers = format!("Location: {}/v1/chat/completions\r\n", elsewhere.address);
    let (_, _, end, _) = asked(vec![status("307 Temporary Redirect", &headers, "")], 1);
    assert!(matches!(end, StopReason::GivenUp(why) if why.contains("another address")));
    assert!(elsewhere.seen().is_empty());
}

#[test]
fn a_section_that_the_server_refuses_is_left_out_and_the_others_go_on() {
    let refused = status("400 Bad Request", "", "{\"error\": \"too long\"}");
    let (replies, failures, end, requests) = asked(vec![refused, Act::Reply(ANSWER.into())], 3);
    assert_eq!((replies.len(), failures.len(), requests), (2, 1, 3));
    assert!(failures[0].contains("too long"));
    assert_eq!(end, StopReason::Done);
}

#[test]
fn a_request_has_a_time_limit() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let server = Server::new(vec![Act::HangUp]);
    let settings = QuestionsSettings {
        endpoint: format!("http://{}", silent.local_addr().unwrap()),
        model: "m".into(),
        ..QuestionsSettings::default()
    };
    drop(server);
    let endpoint = Endpoint::new(&settings, None, Duration::from_millis(300)).unwrap();
    let refused = endpoint.reply(&request());
    assert!(matches!(refused, Err(Refusal::Lost(_))), "{refused:?}");
}

// Pending requests count as well, so that no limit is exceeded.
#[test]
fn the_counts_of_the_server_hold_the_limit_exactly() {
    for (most, expected) in [(250, 2), (300, 3), (1, 0)] {
        let server = Server::new(vec![Act::Reply(ANSWER.into())]);
        let limits = Limits {
            max_tokens: Some(most),
            ..Limits::default()
        };
        let budget = Arc::new(Budget::new(limits));
        let asking = Asking {
            budget: Arc::clone(&budget),
            concurrency: 4,
            ..asking(50)
        };
        let (replies, failures, end) = run(endpoint(&server, Duration::from_secs(5)), asking);
        assert_eq!(end, StopReason::Spent);
        assert_eq!((replies.len(), failures.len()), (expected, 0), "{most}");
        assert_eq!(budget.used().total(), 100 * expected);
        assert_eq!(server.seen().len(), expected);
    }
}

// A model that only thinks costs money too.
#[test]
fn replies_without_a_text_count() {
    let empty = serde_json::json!({"choices": [{"message": {"content": null}}], "usage": {"prompt_tokens": 7, "completion_tokens": 93}});
    let server = Server::new(vec![
        status("200 OK", "", &empty.to_string()),
        Act::Reply(ANSWER.into()),
    ]);
    let asking = asking(1);
    let budget = Arc::clone(&asking.budget);
    let (replies, ..) = run(endpoint(&server, Duration::from_secs(5)), asking);
    assert_eq!((replies.len(), budget.used().total()), (1, 200));
}

// A server may return the key in any part of its response.
#[test]
fn a_key_that_the_server_sends_back_is_shown_nowhere() {
    let message = r"bad key Bearer geheim-1 \u0067eheim-1 ge\u0000heim-1";
    let error = format!("{{\"error\": {{\"message\": \"{message}\"}}}}");
    for code in ["401 No", "400 No", "500 No", "429 No", "302 No", "418 No"] {
        let (_, failures, end, _) = asked(vec![status(code, "Retry-After: 0\r\n", &error)], 1);
        let told = format!("{failures:?} {end:?}");
        assert!(told.contains("bad key Bearer *** *** ***"), "{told}");
        assert!(!told.contains("heim"), "{told}");
    }
    let reply = r#"["What is geheim-1?"]"#;
    let (replies, ..) = asked(vec![Act::Reply(reply.into())], 1);
    assert_eq!(replies, [r#"["What is ***?"]"#]);
}

#[test]
fn counts_of_tokens_without_end_are_no_fault() {
    let most = u64::MAX;
    let body = format!(
        "{{\"prompt_eval_count\": {most}, \"eval_count\": {most}, \"message\": {{\"content\": \"[]\"}}}}"
    );
    let (replies, failures, end, _) = asked(vec![status("200 OK", "", &body)], 3);
    assert_eq!((replies.len(), failures.len()), (3, 0));
    assert_eq!(end, StopReason::Done);
}

/// A model that panics.
struct Faulty;

impl Model for Faulty {
    fn reply(&self, _: &Request) -> Result<Reply, Refusal> {
        std::panic::resume_unwind(Box::new("a bug"))
    }
}

#[test]
fn a_worker_that_fails_by_a_bug_is_an_error() {
    let end = ask(asking(3), Arc::new(Faulty), &AtomicBool::new(false), |_| {
        Ok(())
    });
    let error = end.unwrap_err().to_string();
    assert!(error.contains("please report it"), "{error}");
}

#[test]
fn waiting_is_told_and_bounded() {
    let busy = status("503 Busy", "Retry-After: 99999999999999\r\n", "");
    let server = Server::new(vec![busy, Act::Reply(ANSWER.into())]);
    let mut waits = Vec::new();
    let asking = Asking {
        patience: RetryPolicy {
            longest_wait: Duration::from_millis(50),
            ..asking(1).patience
        },
        ..asking(1)
    };
    let model = endpoint(&server, Duration::from_secs(5));
    let end = ask(asking, model, &AtomicBool::new(false), |outcome| {
        if let AskOutcome::Waits(wait, why) = outcome {
            waits.push((wait, why.contains("status 503")));
        }
        Ok(())
    });
    assert_eq!(end.unwrap(), StopReason::Done);
    assert_eq!(waits, [(Duration::from_millis(50), true)]);
}

/// Counts concurrent requests.
#[derive(Default)]
struct Crowd {
    now: AtomicUsize,
    most: AtomicUsize,
}

impl Model for Crowd {
    fn reply(&self, _: &Request) -> Result<Reply, Refusal> {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(5));
        self.now.fetch_sub(1, Ordering::SeqCst);
        Ok(Reply::default())
    }
}

#[test]
fn as_many_requests_run_at_the_same_time_as_are_allowed() {
    let crowd = Arc::new(Crowd::default());
    let asking = Asking {
        concurrency: 3,
        ..asking(40)
    };
    let (replies, ..) = run(Arc::clone(&crowd) as Arc<dyn Model>, asking);
    assert_eq!(replies.len(), 40);
    assert_eq!(crowd.most.load(Ordering::SeqCst), 3);
}

// A user who presses Ctrl-C has paid for the pending requests.
#[test]
fn who_stops_it_gets_the_answers_that_are_under_way() {
    let stop = AtomicBool::new(false);
    let mut replies = 0;
    let asking = Asking {
        concurrency: 2,
        ..asking(500)
    };
    let end = ask(asking, Arc::new(Crowd::default()), &stop, |_| {
        replies += 1;
        stop.store(true, Ordering::Relaxed);
        Ok(())
    });
    assert_eq!(end.unwrap(), StopReason::Stopped);
    assert!((1..20).contains(&replies), "{replies}");
}
