//! The desk: what people asked, and what they should read.
//!
//! `soru-desk` receives and keeps the reports. This folder orders them, shows them on a page, and
//! writes the answers of the site's owner into the files of facts. `docs/design/desk.md` is the
//! record.
//!
//! | file | does |
//! |---|---|
//! | `week.rs` | [`Week`]: the questions of some days, grouped and ordered |
//! | `report.rs` | [`Report`]: a week as Markdown, HTML or CSV |
//! | `texts.rs` | the words of a report, in two languages |
//! | `import.rs` | [`import`]: reports of other receivers, and exports of boxes |
//! | `answer.rs` | [`Answer`]: a fact as the owner writes it |
//! | `sheet.rs` | cells that no spreadsheet takes for a formula; facts as a sheet |
//! | `site.rs` | [`Site`]: the site beside the questions, its facts and its bundle |
//! | `first_file.rs` | names the first file of facts in the project file |
//! | `proposals.rs` | questions proposed for sections |
//! | `written.rs` | questions that a language model wrote, for review |
//! | `state.rs` | what the page shows |
//! | `access.rs` | who may ask what |
//! | `replies.rs` | replies |
//! | `server.rs` | [`Desk`]: from a request to its reply |
//! | `page/` | the page |

mod access;
mod answer;
mod first_file;
mod import;
mod proposals;
mod replies;
mod report;
mod server;
mod sheet;
mod site;
mod state;
#[cfg(test)]
mod tests;
mod texts;
mod week;
mod written;

pub use access::Access;
pub use answer::Answer;
pub use import::{Imported, import};
pub use report::{Format, Report};
pub use server::Desk;
pub use sheet::facts_as_sheet;
pub use site::Site;
pub use texts::Tongue;
pub use week::{Asked, Group, Week, Why};
