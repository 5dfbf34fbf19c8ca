//! Fonts: determines the letters for which the glyphs of a document stand.
//!
//! The file may state them (`ToUnicode`, an encoding with names), or the embedded font may (its
//! character map, the names of its glyphs), or neither. The file's statements may be wrong: the
//! first letters of every font are kept as a sample, by which [`Fonts::judge`] decides which fonts
//! to read by their own map, and which fonts are unreadable.
//!
//! | stated letters of a font | its own map | read as |
//! |---|---|---|
//! | make sense | | stated |
//! | none, or for private use | there | its own map |
//! | meaningless | has the same letters: signs of mathematics | stated |
//! | meaningless | makes sense | its own map |
//! | meaningless | meaningless or none | unknown letters |

use std::collections::{HashMap, HashSet};

use hayro_interpret::font::{FontData, Glyph as Drawn, GlyphRun, StandardFont};
use hayro_interpret::hayro_cmap::BfString;
use skrifa::raw::ps::agl;

use super::super::{garbage, letters};

/// The replacement for a letter that the file does not name.
pub(super) const UNKNOWN: char = '\u{fffd}';

/// Whether a letter has no name, or is a private character of a font.
pub(super) fn is_unknown(letter: char) -> bool {
    letter == UNKNOWN || matches!(letter, '\u{e000}'..='\u{f8ff}')
}

/// The minimum number of glyphs of a font to judge; smaller fonts have digits or bullets, and no
/// text.
const FEWEST_GLYPHS: usize = 12;

/// The maximum number of glyphs of a font that are kept to judge it.
const SAMPLED: usize = 3_000;

/// The maximum number of entries of a font's map, more than any font has glyphs.
const MOST_ENTRIES: usize = 200_000;

/// The interpreter's identification of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Key {
    /// An embedded TrueType, `OpenType` or CFF font, by its bytes.
    Embedded(u128),
    /// All fonts whose glyphs are drawings (Type 3) together.
    Drawings,
    /// Type 1 and standard fonts, whose encodings have names.
    Named,
}

/// The source of a font's letters.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Source {
    #[default]
    Stated,
    Own,
    Nowhere,
}

/// The fonts of a document.
#[derive(Default)]
pub(super) struct Fonts {
    fonts: HashMap<Key, Font>,
    /// Whether all fonts have been judged.
    is_judged: bool,
}

#[derive(Default)]
struct Font {
    data: Option<FontData>,
    own: Option<HashMap<u32, char>>,
    source: Source,
    sample: Sample,
}

/// The first letters that a document draws in a font.
#[derive(Default)]
struct Sample {
    /// The numbers of the glyphs.
    glyphs: Vec<u32>,
    /// The letters that the file states for them.
    stated: Vec<String>,
}

impl Sample {
    fn add(&mut self, glyph: u32, stated: Option<&str>) {
        if self.glyphs.len() < SAMPLED {
            self.glyphs.push(glyph);
            self.stated.push(stated.unwrap_or_default().to_owned());
        }
    }

    fn has_text(&self) -> bool {
        self.glyphs.iter().collect::<HashSet<_>>().len() >= FEWEST_GLYPHS
    }
}

/// The font of a run of glyphs.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunFont {
    key: Key,
    /// Whether it is bold, if known.
    pub(super) bold: Option<bool>,
}

impl Fonts {
    /// Returns the font of a run; none if the run is empty.
    pub(super) fn of(&mut self, run: &GlyphRun<'_, '_>) -> Option<RunFont> {
        let outline = match &**run.glyphs().first()? {
            Drawn::Type3(_) => return Some(self.without_data(Key::Drawings)),
            Drawn::Outline(outline) => outline,
        };
        let Some(font) = outline.font_data() else {
            return Some(self.without_data(Key::Named));
        };
        let key = Key::Embedded(font.cache_key);
        let entry = self.fonts.entry(key);
        entry.or_insert_with(|| Font {
            data: Some(font.data).filter(|data| !is_substitute(data)),
            ..Font::default()
        });
        let name = font.postscript_name.unwrap_or_default();
        Some(RunFont {
            key,
            bold: is_bold(&name, font.weight),
        })
    }

    fn without_data(&mut self, key: Key) -> RunFont {
        self.fonts.entry(key).or_default();
        RunFont { key, bold: None }
    }

    /// Returns the letters of a glyph.
    pub(super) fn letters(&mut self, font: RunFont, glyph: &Drawn<'_>) -> String {
        let Some(font) = self.fonts.get_mut(&font.key) else {
            return UNKNOWN.to_string();
        };
        let stated = stated(glyph);
        let number = match glyph {
            Drawn::Outline(outline) => outline.glyph_id().to_u32(),
            Drawn::Type3(_) => glyph.char_code(),
        };
        if !self.is_judged {
            font.sample.add(number, stated.as_deref());
        }
        let letters = match font.source {
            Source::Stated => stated.or_else(|| font.own(number)),
            Source::Own => font.own(number),
            Source::Nowhere => None,
        };
        letters.unwrap_or_else(|| UNKNOWN.to_string())
    }

    /// Judges all fonts by their samples, and returns whether one must be read in another way.
    pub(super) fn judge(&mut self) -> bool {
        self.is_judged = true;
        let mut is_changed = false;
        for (key, font) in &mut self.fonts {
            let sample = std::mem::take(&mut font.sample);
            let is_judged = *key != Key::Named && sample.has_text();
            if is_judged && garbage::is_meaningless(&sample.stated.concat()) {
                font.source = font.other_source(&sample);
                is_changed |= font.source != Source::Stated;
            }
        }
        is_changed
    }
}

impl Font {
    /// Chooses the source for a font whose stated letters seem wrong.
    fn other_source(&mut self, sample: &Sample) -> Source {
        let own: Vec<Option<String>> = sample.glyphs.iter().map(|glyph| self.own(*glyph)).collect();
        let pairs = || own.iter().zip(&sample.stated);
        let same = pairs().filter(|(own, stated)| own.as_ref() == Some(*stated));
        if same.count() * 2 > own.len() {
            return Source::Stated;
        }
        let letters: Vec<&str> = own.iter().filter_map(Option::as_deref).collect();
        let is_map = letters.len() * 2 > own.len() && !garbage::is_meaningless(&letters.concat());
        if is_map { Source::Own } else { Source::Nowhere }
    }

    /// Returns the letter that the font itself states for a glyph.
    fn own(&mut self, glyph: u32) -> Option<String> {
        let data = self.data.as_ref()?;
        let own = self.own.get_or_insert_with(|| character_map(data));
        own.get(&glyph).map(char::to_string)
    }
}

/// Returns the letters that the file states for a glyph. TeX writes Type 3 fonts without any names.
fn stated(glyph: &Drawn<'_>) -> Option<String> {
    let text = match glyph.as_unicode() {
        Some(BfString::Char(letter)) => letter.to_string(),
        Some(BfString::String(text)) => text,
        None => String::new(),
    };
    let says_nothing = text
        .chars()
        .all(|letter| letter == '\0' || is_unknown(letter));
    match glyph {
        _ if !says_nothing => Some(text),
        Drawn::Type3(_) => letters::cork(glyph.char_code()).map(|letter| letter.to_string()),
        // Bullets of symbol fonts have private codes with a known meaning.
        Drawn::Outline(_) => Some(text).filter(|text| text.contains(letters::is_bullet)),
    }
}

/// Whether the interpreter substitutes this font for one that the file does not embed. Its glyphs
/// have other numbers.
fn is_substitute(data: &FontData) -> bool {
    use StandardFont as S;
    const SUBSTITUTES: [StandardFont; 14] = [
        S::Helvetica,
        S::HelveticaBold,
        S::HelveticaOblique,
        S::HelveticaBoldOblique,
        S::Courier,
        S::CourierBold,
        S::CourierOblique,
        S::CourierBoldOblique,
        S::TimesRoman,
        S::TimesBold,
        S::TimesItalic,
        S::TimesBoldItalic,
        S::ZapfDingBats,
        S::Symbol,
    ];
    let bytes: &[u8] = (**data).as_ref();
    SUBSTITUTES
        .iter()
        .any(|font| (*font.get_font_data().0).as_ref() == bytes)
}

/// Returns the letters of an embedded font's glyphs: by its Unicode map, or else by the names of
/// its glyphs, or else by its map of an 8-bit encoding.
fn character_map(data: &FontData) -> HashMap<u32, char> {
    let Some(font) = skrifa::Font::new(data.clone(), 0) else {
        return HashMap::new();
    };
    let charmap = font.charmap();
    let codes = || {
        charmap
            .unicodes()
            .filter_map(|(code, glyph)| Some((glyph.to_u32(), char::from_u32(code)?)))
            .filter(|(_, letter)| !(is_unknown(*letter) || letter.is_control()))
    };
    let names = font
        .glyph_names()
        .filter_map(|(glyph, name)| Some((glyph.to_u32(), agl::name_to_char(name.as_str())?)));
    let codes = || codes().take(MOST_ENTRIES);
    let names = names.take(MOST_ENTRIES);
    let mut letters = HashMap::new();
    let mut take = |(glyph, letter)| {
        letters.entry(glyph).or_insert(letter);
    };
    if charmap.unicode_is_mac_roman() {
        names.for_each(&mut take);
        codes().for_each(&mut take);
    } else {
        codes().for_each(&mut take);
        names.for_each(&mut take);
    }
    letters
}

fn is_bold(name: &str, weight: Option<u32>) -> Option<bool> {
    let name = name.to_ascii_lowercase();
    let says = ["bold", "black", "heavy"]
        .iter()
        .any(|word| name.contains(word));
    match weight {
        _ if says => Some(true),
        Some(weight) => Some(weight >= 600),
        None => (!name.is_empty()).then_some(false),
    }
}
