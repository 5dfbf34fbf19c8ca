//! Commands and options that this build lacks: what they say, and what the help says of them.

use clap::{CommandFactory, Parser};

use super::answer;
use super::arguments::Arguments;

fn said(line: &str) -> String {
    let arguments = Arguments::try_parse_from(line.split(' ')).unwrap();
    format!("{:#}", answer(arguments.command).unwrap_err())
}

// Not clap's "unrecognized subcommand": the command exists, only not in this build.
#[test]
fn a_command_of_a_missing_feature_names_the_feature() {
    let commands = [
        (
            cfg!(feature = "evaluation"),
            "soru eval site --answers a.txt",
            "evaluation",
        ),
        (cfg!(feature = "encoder"), "soru encoder add en", "encoder"),
        (
            cfg!(feature = "encoder"),
            "soru distill --encoder a --text b --out c",
            "encoder",
        ),
        (cfg!(feature = "mcp"), "soru mcp bundle", "mcp"),
        (
            cfg!(feature = "tls"),
            "soru crawl https://example.org --out a",
            "tls",
        ),
    ];
    for (_, line, feature) in commands.into_iter().filter(|(is_built, ..)| !is_built) {
        let said = said(line);
        assert!(
            said.contains(&format!("--features {feature}")),
            "{line}: {said}"
        );
    }
}

#[test]
fn help_says_which_commands_are_missing() {
    let help = Arguments::command().render_long_help().to_string();
    let missing = help.matches("(not in this build)").count();
    let built = [
        cfg!(feature = "evaluation"),
        cfg!(feature = "encoder"),
        cfg!(feature = "encoder"),
        cfg!(feature = "mcp"),
    ];
    let expected = built.iter().filter(|is_built| !**is_built).count();
    assert_eq!(missing, expected, "{help}");
}
