//! Places and problems: positions in the input, and the faults there.
//!
//! Every message about the input starts with its place in the form that editors can open,
//! `file:line: message`. This module only carries problems; the caller decides whether a problem
//! stops the build.

use std::fmt;
use std::path::Path;

/// A position in the input.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file, as the user named it.
    pub file: String,
    /// The spot within it.
    pub spot: Spot,
}

/// A spot within a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// The file as a whole.
    Whole,
    /// A line, counted from 1.
    Line(usize),
    /// A row of a database table, by its rowid.
    Row(i64),
}

impl Place {
    /// A file as a whole.
    pub fn file(path: &Path) -> Self {
        Self {
            file: path.display().to_string(),
            spot: Spot::Whole,
        }
    }

    /// A line of a file.
    pub fn line(path: &Path, line: usize) -> Self {
        Self {
            file: path.display().to_string(),
            spot: Spot::Line(line),
        }
    }

    /// A row of a database.
    pub fn row(path: &Path, rowid: i64) -> Self {
        Self {
            file: path.display().to_string(),
            spot: Spot::Row(rowid),
        }
    }

    /// Returns a problem at this place.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem {
            place: self.clone(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.spot {
            Spot::Whole => f.write_str(&self.file),
            Spot::Line(line) => write!(f, "{}:{line}", self.file),
            Spot::Row(row) => write!(f, "{} (rowid {row})", self.file),
        }
    }
}

/// A problem at a place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The place.
    pub place: Place,
    /// The problem, and its remedy.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// All problems of one input, so that the user can fix them together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Returns all problems as an error, or nothing if there are none.
    ///
    /// # Errors
    /// If there is any problem.
    pub fn none_or_all(problems: Vec<Problem>) -> Result<(), Self> {
        if problems.is_empty() {
            Ok(())
        } else {
            Err(Self(problems))
        }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// Returns the line of a byte offset, counted from 1.
pub fn line_of(text: &str, offset: usize) -> usize {
    1 + text
        .bytes()
        .take(offset)
        .filter(|byte| *byte == b'\n')
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_starts_with_its_place_as_editors_jump_to_it() {
        let place = Place::line(Path::new("facts/fees.csv"), 12);
        assert_eq!(
            place.problem("no answer").to_string(),
            "facts/fees.csv:12: no answer"
        );
        let row = Place::row(Path::new("facts.db"), 3);
        assert_eq!(
            row.problem("no answer").to_string(),
            "facts.db (rowid 3): no answer"
        );
    }

    #[test]
    fn lines_are_counted_from_one() {
        assert_eq!(line_of("a\nb\nc", 0), 1);
        assert_eq!(line_of("a\nb\nc", 2), 2);
        assert_eq!(line_of("a\nb\nc", 99), 3);
    }
}
