//! The arguments of commands that ask a language model.

use clap::Args;

/// The model, the limits of requests, and the output.
#[derive(Debug, Args)]
pub(in crate::cli) struct OfModel {
    /// The model's address [default: the project's]
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) endpoint: Option<String>,
    /// The model's API: openai or ollama [default: the project's]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) api: Option<String>,
    /// The model's name [default: the project's]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) model: Option<String>,
    /// Estimate the sections and tokens, and with prices the cost, without sending anything
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
    /// Price of a million input tokens
    #[arg(long, value_name = "PRICE", requires = "price_out", value_parser = a_price)]
    pub(in crate::cli) price_in: Option<f64>,
    /// Price of a million output tokens
    #[arg(long, value_name = "PRICE", requires = "price_in", value_parser = a_price)]
    pub(in crate::cli) price_out: Option<f64>,
    /// Maximum number of parallel requests
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(in crate::cli) concurrency: u16,
    /// Maximum number of sections to ask about
    #[arg(long, value_name = "N")]
    pub(in crate::cli) limit: Option<usize>,
    /// Maximum number of tokens, input and output together, as the server counts them: no request
    /// is sent that could exceed it
    #[arg(long, value_name = "N")]
    pub(in crate::cli) max_tokens: Option<usize>,
    /// Maximum cost at these prices; no request is sent that could exceed it
    #[arg(long, value_name = "COST", requires = "price_in", value_parser = a_price)]
    pub(in crate::cli) max_cost: Option<f64>,
    /// Timeout of a request in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(in crate::cli) timeout: u64,
    /// Print the report as JSON to standard output
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// Print only errors
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
}

fn a_price(written: &str) -> Result<f64, String> {
    let price = written.parse::<f64>().ok();
    let price = price.filter(|price| price.is_finite() && *price >= 0.0);
    price.ok_or_else(|| "a price such as 0.15".to_owned())
}
