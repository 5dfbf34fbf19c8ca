//! The policies of a site, in files of hosts and in pages: those that a host sends, and what they lack.

use std::fs;
use std::path::{Path, PathBuf};

use super::change::Piece;
use super::journal::compared;
use super::policy_files::{self, WrittenPolicy};
use super::signs::policy_tags;
use super::survey::Survey;
use super::{place, policy};

/// A file whose policy is to be extended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyChange {
    /// The file.
    pub file: PathBuf,
    /// Its pieces, or the reason why only its owner can change it.
    pub pieces: Result<Vec<Piece>, String>,
}

pub(super) fn changes_of_hosts(project: &Path, written: Option<&Path>) -> Vec<PolicyChange> {
    let files = policy_files::files(project, written).into_iter();
    files
        .filter_map(|file| {
            let text = fs::read_to_string(&file).ok()?;
            let policies = policy_files::policies(&file, &text);
            Some(PolicyChange {
                pieces: lacking(&text, &policies),
                file,
            })
            .filter(PolicyChange::is_one)
        })
        .collect()
}

/// The files of hosts in a folder of pages that no generator writes.
pub(super) fn changes_of_site(
    project: &Path,
    site: &Path,
    written: Option<&Path>,
) -> Vec<PolicyChange> {
    if written.is_some() || project == site {
        return Vec::new();
    }
    let known = changes_of_hosts(project, None);
    let own = changes_of_hosts(site, None).into_iter();
    own.filter(|own| !known.iter().any(|known| known.file == own.file))
        .collect()
}

/// The policies in pages. Those that a generator writes are only reported, once.
pub(super) fn page_policies(site: &Path, survey: &Survey, is_written: bool) -> Vec<PolicyChange> {
    let pages = survey.with_policy.iter().filter_map(|name| {
        let file = site.join(name);
        let page = compared(&file, fs::read(&file).ok()?);
        let pieces = lacking_in_page(&page);
        Some(PolicyChange { file, pieces }).filter(PolicyChange::is_one)
    });
    if !is_written {
        return pages.collect();
    }
    let reported = pages.map(|page| PolicyChange {
        pieces: Err(match page.pieces {
            Ok(pieces) => format!(
                "its template has a policy in a <meta> tag; add {} to it",
                words(&pieces)
            ),
            Err(reason) => reason,
        }),
        ..page
    });
    reported.take(1).collect()
}

fn lacking_in_page(page: &[u8]) -> Result<Vec<Piece>, String> {
    let mut all = Vec::new();
    for tag in policy_tags(page) {
        let Ok(text) = std::str::from_utf8(&page[tag.clone()]) else {
            continue;
        };
        let policies: Vec<WrittenPolicy> = policy_files::of_tag(text).into_iter().collect();
        let own = lacking(text, &policies)?.into_iter();
        all.extend(own.map(|piece| Piece {
            at: piece.at + tag.start,
            ..piece
        }));
    }
    Ok(all)
}

/// The sources that the policies of a file lack.
fn lacking(text: &str, policies: &[WrittenPolicy]) -> Result<Vec<Piece>, String> {
    let mut all = Vec::new();
    for policy in policies {
        let own = policy::lacking(&text[policy.range.clone()])?;
        if !own.is_empty() && !policy.is_editable {
            return Err(format!(
                "add {} to its policy by hand, because of its quotation marks",
                words(&own)
            ));
        }
        all.extend(own.into_iter().map(|piece| Piece {
            at: piece.at + policy.range.start,
            ..piece
        }));
    }
    Ok(all)
}

/// The added sources, for a sentence.
fn words(pieces: &[Piece]) -> String {
    let mut words: Vec<String> = pieces
        .iter()
        .map(|piece| format!("`{}`", piece.after.trim_matches([' ', ';'])))
        .collect();
    words.dedup();
    words.join(" and ")
}

impl PolicyChange {
    /// Whether anything is to be done or said.
    fn is_one(&self) -> bool {
        !matches!(&self.pieces, Ok(pieces) if pieces.is_empty())
    }

    /// The added sources, or the reason why there are none.
    pub fn words(&self) -> String {
        match &self.pieces {
            Ok(pieces) => format!(
                "its content security policy allows the box: {}",
                words(pieces)
            ),
            Err(reason) => reason.clone(),
        }
    }
}

/// Returns the policies that a host sends with every page of a site, each with the file that sets it.
pub fn host_policies(site: &Path) -> Vec<(PathBuf, String)> {
    let (project, _, _) = place(site);
    let mut found: Vec<(PathBuf, String)> = Vec::new();
    for folder in [site, &project] {
        for file in policy_files::files(folder, None) {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let policies = policy_files::policies(&file, &text).into_iter();
            let own = policies.filter(WrittenPolicy::is_of_all_pages);
            let own = own.map(|policy| text[policy.range].replace("\\\"", "\""));
            // A generator copies files of the project into the site.
            for policy in own {
                if !found.iter().any(|(_, known)| *known == policy) {
                    found.push((file.clone(), policy));
                }
            }
        }
    }
    found
}
