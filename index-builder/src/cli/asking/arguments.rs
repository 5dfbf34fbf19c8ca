//! The arguments of commands that ask a language model.

use clap::Args;

/// The model, how much it is asked, and how that is told.
#[derive(Debug, Args)]
pub(in crate::cli) struct OfModel {
    /// The model's address [default: the project's]
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) endpoint: Option<String>,
    /// How it is spoken to: openai or ollama [default: the project's]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) api: Option<String>,
    /// The model's name [default: the project's]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) model: Option<String>,
    /// Say how many sections and tokens it would be, and with prices what it costs; send nothing
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
    /// The price of a million tokens that are sent
    #[arg(long, value_name = "PRICE", requires = "price_out", value_parser = a_price)]
    pub(in crate::cli) price_in: Option<f64>,
    /// The price of a million tokens that come back
    #[arg(long, value_name = "PRICE", requires = "price_in", value_parser = a_price)]
    pub(in crate::cli) price_out: Option<f64>,
    /// Requests at the same time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(in crate::cli) concurrency: u16,
    /// Ask about so many sections at the most
    #[arg(long, value_name = "N")]
    pub(in crate::cli) limit: Option<usize>,
    /// Make no further request after so many tokens, sent and received together
    #[arg(long, value_name = "N")]
    pub(in crate::cli) max_tokens: Option<usize>,
    /// How many seconds a request may take
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(in crate::cli) timeout: u64,
    /// Print the report as JSON to the standard output
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
}

fn a_price(written: &str) -> Result<f64, String> {
    let price = written.parse::<f64>().ok();
    let price = price.filter(|price| price.is_finite() && *price >= 0.0);
    price.ok_or_else(|| "a price such as 0.15".to_owned())
}
