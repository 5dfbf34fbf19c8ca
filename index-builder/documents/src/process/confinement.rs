//! Confines the resources of the process, with the means of each system.
//!
//! | | Linux | macOS | Windows |
//! |---|---|---|---|
//! | memory | address space | resident size, watched by the build | a job's working set; committed size, watched |
//! | processor time | limit of the process | limit of the process | |
//! | files and network | system calls are refused | | |
//!
//! A time limit by the clock ends whatever no other limit ends. A limit that the system refuses to
//! set is omitted; the others still apply.

use std::process::{Child, ExitStatus};
use std::time::Duration;

/// The reason why a process returned no answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum End {
    Slow,
    Heavy,
    Dead,
}

/// Whether the build watches the memory of the process, because the system does not limit all of
/// it.
const IS_WATCHED: bool = cfg!(any(target_os = "macos", windows));

/// The interval between two checks of the memory of the process.
pub(super) const BETWEEN_LOOKS: Duration = if IS_WATCHED {
    Duration::from_millis(100)
} else {
    Duration::MAX
};

/// Confines this process.
pub(super) fn confine(memory: u64) {
    limit_memory(memory);
    forbid_files_and_network();
}

/// Whether a process that the build watches exceeds its memory limit.
pub(super) fn is_over(process: &Child, memory: u64) -> bool {
    IS_WATCHED && size(process).is_some_and(|size| size > memory)
}

/// Returns the resident size of a process in bytes, as `ps` reports it.
#[cfg(unix)]
fn size(process: &Child) -> Option<u64> {
    let mut ps = std::process::Command::new("/bin/ps");
    ps.args(["-o", "rss=", "-p", &process.id().to_string()]);
    let output = ps.output().ok()?.stdout;
    let kilobytes: u64 = String::from_utf8(output).ok()?.trim().parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

#[cfg(unix)]
fn limit_memory(memory: u64) {
    use rustix::process::Resource;
    limit(Resource::As, memory);
    // Disables core dumps, so that no copy of a site's memory remains on the disk.
    limit(Resource::Core, 0);
}

/// Lowers a limit, so that the process cannot raise it again.
#[cfg(unix)]
fn limit(resource: rustix::process::Resource, most: u64) {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    let most = getrlimit(resource)
        .maximum
        .map_or(most, |hard| hard.min(most));
    let limits = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    let _ = setrlimit(resource, limits);
}

/// Limits the processor time of this process from now on.
#[cfg(unix)]
pub(super) fn allow_time(time: Duration) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};
    let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or_default();
    let maximum = getrlimit(Resource::Cpu).maximum;
    let seconds = used + 1 + time.as_secs();
    let limits = Rlimit {
        current: Some(maximum.map_or(seconds, |hard| hard.min(seconds))),
        maximum,
    };
    let _ = setrlimit(Resource::Cpu, limits);
}

/// The reason why a process ended.
#[cfg(unix)]
pub(super) fn end(status: ExitStatus) -> End {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::Signal;
    let signal = status.signal().and_then(Signal::from_named_raw);
    match signal {
        Some(Signal::XCPU) => End::Slow,
        // A program without memory aborts, and a system without memory kills it.
        Some(Signal::ABORT | Signal::KILL) => End::Heavy,
        _ => End::Dead,
    }
}

/// The committed size of a process in bytes.
#[cfg(windows)]
fn size(process: &Child) -> Option<u64> {
    use std::os::windows::io::AsRawHandle;
    let handle = process.as_raw_handle().addr().cast_signed();
    let memory = win32job::utils::get_process_memory_info(handle).ok()?;
    Some(memory.private_usage as u64)
}

#[cfg(windows)]
fn limit_memory(memory: u64) {
    /// The memory that a process has in any case, in bytes.
    const LEAST: usize = 1 << 20;
    let most = usize::try_from(memory).unwrap_or(usize::MAX);
    let mut limits = win32job::ExtendedLimitInfo::new();
    limits.limit_working_memory(LEAST, most.max(LEAST));
    let job = win32job::Job::create_with_limit_info(&limits);
    let _ = job.and_then(|job| job.assign_current_process());
}

/// Only the clock ends a process on Windows.
#[cfg(windows)]
pub(super) fn allow_time(_: Duration) {}

/// The reason why a process ended.
#[cfg(windows)]
pub(super) fn end(status: ExitStatus) -> End {
    /// The exit code of a program that aborts, for example when it runs out of memory.
    const ABORTED: i32 = 0xc000_0409_u32.cast_signed();
    match status.code() {
        Some(ABORTED) => End::Heavy,
        _ => End::Dead,
    }
}

/// Refuses all system calls except calls for memory, threads and open pipes.
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
fn forbid_files_and_network() {
    let _ = system_calls::refuse_others();
}

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
fn forbid_files_and_network() {}

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod system_calls {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

    /// System calls for memory, threads, time and open pipes.
    const ALLOWED: [i64; 44] = [
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_close,
        libc::SYS_brk,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_clone,
        libc::SYS_clone3,
        libc::SYS_futex,
        libc::SYS_set_robust_list,
        libc::SYS_rseq,
        libc::SYS_membarrier,
        libc::SYS_gettid,
        libc::SYS_getpid,
        libc::SYS_tgkill,
        libc::SYS_tkill,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_restart_syscall,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_sched_getparam,
        libc::SYS_sched_getscheduler,
        libc::SYS_getcpu,
        libc::SYS_getrandom,
        libc::SYS_clock_gettime,
        libc::SYS_clock_getres,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_gettimeofday,
        libc::SYS_getrusage,
        libc::SYS_getrlimit,
        libc::SYS_setrlimit,
        libc::SYS_prlimit64,
        libc::SYS_prctl,
    ];

    /// Refuses all other calls to this thread and to the threads that it starts.
    pub(super) fn refuse_others() -> seccompiler::Result<()> {
        let rules = ALLOWED.map(|call| (call, Vec::new())).into();
        let filter = SeccompFilter::new(
            rules,
            SeccompAction::Errno(libc::EPERM.cast_unsigned()),
            SeccompAction::Allow,
            std::env::consts::ARCH.try_into()?,
        )?;
        let program: BpfProgram = filter.try_into()?;
        apply_filter(&program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ))]
    #[test]
    fn a_confined_thread_opens_no_file_and_no_connection() {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        assert!(std::net::TcpStream::connect(address).is_ok());
        let confined = std::thread::spawn(move || {
            system_calls::refuse_others().unwrap();
            let file = std::fs::File::open("/").map(|_| ()).map_err(|e| e.kind());
            let connection = std::net::TcpStream::connect(address).map(|_| ());
            (file, connection.map_err(|error| error.kind()))
        });
        let refused = Err(std::io::ErrorKind::PermissionDenied);
        assert_eq!(confined.join().unwrap(), (refused, refused));
        assert!(std::net::TcpStream::connect(address).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn the_memory_of_a_process_is_known() {
        let mut child = std::process::Command::new("sleep")
            .arg("60")
            .spawn()
            .unwrap();
        let own = size(&child);
        child.kill().unwrap();
        child.wait().unwrap();
        // Not every machine has the command.
        if std::path::Path::new("/bin/ps").exists() {
            assert!(own.is_some_and(|own| own > 1 << 12), "{own:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_reason_why_a_process_ended_is_told_by_its_signal() {
        use std::os::unix::process::ExitStatusExt;
        let ended = |signal| end(ExitStatus::from_raw(signal));
        assert_eq!(ended(libc::SIGXCPU), End::Slow);
        assert_eq!([libc::SIGABRT, libc::SIGKILL].map(ended), [End::Heavy; 2]);
        assert_eq!(ended(libc::SIGSEGV), End::Dead);
        assert_eq!(end(ExitStatus::from_raw(0)), End::Dead);
    }
}
