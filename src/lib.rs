//! Soru.
