//! The signal to end.

use tokio::signal;

/// Returns what is ready when the process shall end: after SIGTERM or Ctrl-C.
///
/// # Errors
/// If the system does not deliver the signal.
#[cfg(unix)]
pub fn end() -> std::io::Result<impl Future<Output = ()>> {
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = signal::ctrl_c() => {}
        }
    })
}

/// Returns what is ready when the process shall end: after Ctrl-C.
///
/// # Errors
/// None on this system.
#[cfg(not(unix))]
pub fn end() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = signal::ctrl_c().await;
    })
}
