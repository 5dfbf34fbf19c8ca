//! Connections within limits, and an end in good order: what the gateway and the desk share.
//!
//! Each of them decides on replies, origins and messages.
//!
//! | file | does |
//! |---|---|
//! | `connections.rs` | [`serve`]: accepts connections, converses, and ends in good order |
//! | `body.rs` | [`receive`]: a body within a size and a time |
//! | `end.rs` | [`end`]: what is ready when the process shall end |
//! | `files.rs` | [`allow_files`]: the number of open files |

mod body;
mod connections;
mod end;
mod files;

pub use body::{Unreceived, has_media_type, receive};
pub use connections::{Limits, PAUSE, serve};
pub use end::end;
pub use files::allow_files;
