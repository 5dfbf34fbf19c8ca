//! The `documents` section: one row per page, columns packed.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::node::Node;
use super::{Strings, StringsBuilder, encode};
use crate::error::{Error, Result};

/// One page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DocumentRow {
    /// The document's id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Address without fragment.
    pub url: String,
    /// Number of its language.
    pub language: u8,
    /// Static importance in 255ths.
    pub importance: u8,
    /// What else the page says of itself.
    pub meta: Vec<(String, String)>,
}

/// All pages, sorted by id.
#[derive(Debug, Clone, Default)]
pub struct DocumentTable {
    ids: Strings,
    titles: Strings,
    urls: Strings,
    metas: Strings,
    languages: Vec<u8>,
    importances: Vec<u8>,
}

#[derive(Default, Serialize)]
struct Columns {
    strings: [ByteBuf; 8],
    languages: ByteBuf,
    importances: ByteBuf,
}

/// Between the entries of a row's metadata, and between key and value.
const RECORD: char = '\u{1e}';
const UNIT: char = '\u{1f}';

impl DocumentTable {
    /// The section's bytes.
    ///
    /// # Errors
    /// Only if memory for them cannot be had.
    pub fn write(rows: &[DocumentRow]) -> Result<Vec<u8>> {
        let mut builders: [StringsBuilder; 4] = Default::default();
        let mut columns = Columns::default();
        for row in rows {
            for (builder, text) in
                builders
                    .iter_mut()
                    .zip([&row.id, &row.title, &row.url, &pack_meta(&row.meta)])
            {
                builder.push(text);
            }
            columns.languages.push(row.language);
            columns.importances.push(row.importance);
        }
        for (i, builder) in builders.into_iter().enumerate() {
            columns.strings[2 * i] = ByteBuf::from(builder.lengths);
            columns.strings[2 * i + 1] = ByteBuf::from(builder.text);
        }
        encode("documents", &columns)
    }

    /// From the section's bytes; `languages` is how many there are.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(bytes: &[u8], languages: usize) -> Result<Self> {
        let mut row = Node::decode_row("documents", bytes)?;
        let [ids, titles, urls, metas] = row.inner(|row| [(); 4].map(|()| row.strings()));
        let table = Self {
            ids,
            titles,
            urls,
            metas,
            languages: row.bytes(),
            importances: row.bytes(),
        };
        row.end()?;
        let rows = table.ids.len();
        let whole = [table.titles.len(), table.urls.len(), table.metas.len()] == [rows; 3]
            && [table.languages.len(), table.importances.len()] == [rows; 2];
        if !whole || table.languages.iter().any(|l| usize::from(*l) >= languages) {
            return Err(Error::corrupt(
                "documents",
                "its columns do not fit each other",
            ));
        }
        Ok(table)
    }

    /// How many pages there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The document's id.
    #[must_use]
    pub fn id(&self, row: usize) -> &str {
        self.ids.get(row)
    }

    /// Title.
    #[must_use]
    pub fn title(&self, row: usize) -> &str {
        self.titles.get(row)
    }

    /// Address without fragment.
    #[must_use]
    pub fn url(&self, row: usize) -> &str {
        self.urls.get(row)
    }

    /// Number of the language.
    #[must_use]
    pub fn language(&self, row: usize) -> usize {
        self.languages.get(row).copied().map_or(0, usize::from)
    }

    /// Static importance between 0 and 1.
    #[must_use]
    pub fn importance(&self, row: usize) -> f64 {
        f64::from(self.importances.get(row).copied().unwrap_or_default()) / 255.0
    }

    /// What else the page says of itself.
    pub fn meta(&self, row: usize) -> impl Iterator<Item = (&str, &str)> {
        self.metas
            .get(row)
            .split(RECORD)
            .filter_map(|entry| entry.split_once(UNIT))
    }
}

fn pack_meta(meta: &[(String, String)]) -> String {
    let clean = |text: &str| text.replace([RECORD, UNIT], " ");
    let entries: Vec<String> = meta
        .iter()
        .map(|(key, value)| format!("{}{UNIT}{}", clean(key), clean(value)))
        .collect();
    entries.join(&RECORD.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<DocumentRow> {
        vec![
            DocumentRow {
                id: "a.html".into(),
                title: "Başlık".into(),
                url: "a.html".into(),
                language: 1,
                importance: 255,
                meta: vec![
                    ("date".into(), "2026-01-02".into()),
                    ("x".into(), String::new()),
                ],
            },
            DocumentRow {
                id: "b".into(),
                ..DocumentRow::default()
            },
        ]
    }

    #[test]
    fn rows_read_back() {
        let table = DocumentTable::read(&DocumentTable::write(&rows()).unwrap(), 2).unwrap();
        assert_eq!(
            (table.len(), table.id(1), table.title(0)),
            (2, "b", "Başlık")
        );
        assert_eq!(
            table.meta(0).collect::<Vec<_>>(),
            [("date", "2026-01-02"), ("x", "")]
        );
        assert!((table.importance(0) - 1.0).abs() < 1e-9);
        assert_eq!(table.meta(1).count(), 0);
    }

    #[test]
    fn an_unknown_language_or_a_cut_is_damage() {
        let bytes = DocumentTable::write(&rows()).unwrap();
        assert!(DocumentTable::read(&bytes, 1).is_err());
        for len in 0..bytes.len() {
            assert!(DocumentTable::read(&bytes[..len], 2).is_err(), "{len}");
        }
    }
}
