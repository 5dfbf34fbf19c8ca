//! `soru facts`: checks and suggests facts.

mod arguments;
mod check;
mod suggest;

pub(super) use self::arguments::FactsCommand;

pub(super) fn run(command: &FactsCommand) -> anyhow::Result<u8> {
    match command {
        FactsCommand::Check(arguments) => check::run(arguments),
        FactsCommand::Suggest(arguments) => suggest::run(arguments),
    }
}
