//! The kinds of damage to an index.

use std::fmt;

/// The damage of a section or a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// Columns of different lengths.
    Columns,
    /// Text in another encoding.
    NotUtf8,
    /// Content of another build.
    OtherContent,
    /// A section that no file has.
    NoSection,
    /// A file that the manifest does not list.
    NoFile,
    /// Lengths that do not add up to the text.
    TextLengths,
    /// Text beyond the range of offsets.
    TooMuchText,
    /// Words much longer than their encoding.
    TooManyWords,
    /// A file with the sections of another build.
    OtherSections,
    /// A shard without a chunk that it should have.
    LacksChunk,
    /// A file without a section that its directory lists.
    LacksSection,
    /// Fewer bytes than announced.
    Truncated,
    /// Bytes that are not MessagePack.
    NotMessagePack,
    /// A section that is not a directory.
    NotDirectory,
    /// A decoded section of another kind in its place.
    OtherSection,
    /// A section of another kind.
    OtherKind,
    /// Bytes after the end.
    DataAfterEnd,
    /// Another number of pages than the index.
    OtherPages,
    /// Bytes that are not whole numbers.
    CutNumber,
    /// Counts of another build.
    OtherBuild,
    /// A vector's step outside the range.
    UnknownStep,
    /// A chunk outside the index.
    UnknownChunk,
    /// A word that shares less with the previous one than announced.
    UnrelatedWord,
    /// A text beyond the end of its column.
    TextTooLong,
    /// No table of counts.
    NoCounts,
    /// A posting that is cut off or outside the index.
    Posting,
    /// A number beyond its type.
    NumberTooLarge,
    /// A mean that is not finite.
    NotANumber,
    /// A file name that leaves the bundle's folder.
    FileOutside,
    /// Fewer fields than expected.
    NoField,
    /// A chunk without a shard of texts.
    NoText,
    /// A row that is cut off.
    CutRow,
    /// A group of near-duplicates with one chunk.
    GroupOfOne,
    /// A group of near-duplicates, translations or versions that is cut off, or outside the index.
    GroupOfUnknown,
    /// A group of near-duplicates beyond the chunks.
    GroupTooLong,
    /// Keys that are not in ascending order.
    Unsorted,
    /// Other languages than the index.
    OtherLanguages,
    /// Files that a directory cannot list together.
    Unlistable,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Columns => "its columns do not match each other",
            Self::NotUtf8 => "a text is not UTF-8",
            Self::OtherContent => "its content differs from the build",
            Self::NoSection => "the bundle has no such section",
            Self::NoFile => "the bundle has no such file",
            Self::TextLengths => "texts and lengths do not fit each other",
            Self::TooMuchText => "more than 4 GiB of text",
            Self::TooManyWords => "its words expand beyond the limit",
            Self::OtherSections => "its sections do not belong to this build",
            Self::LacksChunk => "it lacks a chunk",
            Self::LacksSection => "it lacks a section",
            Self::Truncated => "it is truncated, or a number is too large",
            Self::NotMessagePack => "it is truncated or not MessagePack",
            Self::NotDirectory => "it is not a directory",
            Self::OtherSection => "it is another section",
            Self::OtherKind => "it is another kind of section",
            Self::DataAfterEnd => "it has data after its end",
            Self::OtherPages => "it has a different number of pages",
            Self::CutNumber => "it ends inside a number",
            Self::OtherBuild => "it belongs to another build",
            Self::UnknownStep => "an unknown step",
            Self::UnknownChunk => "an unknown chunk",
            Self::UnrelatedWord => "a word does not follow the previous one",
            Self::TextTooLong => "a text does not fit",
            Self::NoCounts => "a table of counts is missing",
            Self::Posting => "a posting is truncated or refers to an unknown chunk",
            Self::NumberTooLarge => "a number is too large",
            Self::NotANumber => "a mean that is not a number",
            Self::FileOutside => "a file name outside the bundle",
            Self::NoField => "a field is missing",
            Self::NoText => "a chunk without a text",
            Self::CutRow => "a row is cut off",
            Self::GroupOfOne => "a group of one chunk",
            Self::GroupOfUnknown => "a group of an unknown chunk",
            Self::GroupTooLong => "a group does not fit",
            Self::Unsorted => "its keys are not in ascending order",
            Self::OtherLanguages => "its languages differ from those of the index",
            Self::Unlistable => "these files cannot be listed together",
        })
    }
}
