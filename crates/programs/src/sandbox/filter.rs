//! Calls of the kernel that a program which is locked in may not make (seccomp).

use std::io;
use std::path::Path;

use libc::{c_int, c_long};
use rustix::process::Pid;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

type Calls = Vec<(c_long, Vec<SeccompRule>)>;

/// Calls that no player needs: they ask for more of the machine than time and memory, or could be used to find a hole
/// in the kernel.
const REFUSED: &[c_long] = &[
    libc::SYS_socket,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    // More cores than it was given, or a better place among others.
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    // Memory that no limit counts, or that outlives its process.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    // Large parts of the kernel.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    // The machine as a whole.
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
];

/// Calls by which a program could leave its group, or change what files outside are, which Landlock does not prevent.
const REFUSED_IN_SHARED_SYSTEM: &[c_long] = &[
    libc::SYS_setsid,
    // A file that was removed counts as long as a process has it open; it must not be sent away and closed.
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_inotify_add_watch,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

const NAMESPACES: [c_int; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// What every program is refused ("Operation not permitted").
pub(super) fn refused() -> io::Result<BpfProgram> {
    let mut calls = all(REFUSED);
    calls.push((libc::SYS_socketpair, vec![when(0, SeccompCmpOp::Ne, libc::AF_UNIX as u64)?]));
    let namespaces = NAMESPACES.map(|flag| when(0, SeccompCmpOp::MaskedEq(flag as u64), flag as u64));
    calls.push((libc::SYS_clone, namespaces.into_iter().collect::<io::Result<_>>()?));
    compiled(calls, libc::EPERM)
}

/// What this machine seems not to have: libraries then use something older, of which a filter can see the arguments.
pub(super) fn missing() -> io::Result<BpfProgram> {
    compiled(all(&[libc::SYS_clone3]), libc::ENOSYS)
}

/// What a program is refused besides if it sees the same processes and files as we do. It may join only its own group.
pub(super) fn refused_in_shared_system(group: Pid) -> io::Result<BpfProgram> {
    let group = group.as_raw_nonzero().get().unsigned_abs();
    let mut calls = all(REFUSED_IN_SHARED_SYSTEM);
    let other_group = vec![when(0, SeccompCmpOp::Ne, 0)?, when(1, SeccompCmpOp::Ne, u64::from(group))?];
    calls.push((libc::SYS_setpgid, other_group));
    // The limits of others.
    calls.push((libc::SYS_prlimit64, vec![when(0, SeccompCmpOp::Ne, 0)?]));
    compiled(calls, libc::EPERM)
}

fn all(calls: &[c_long]) -> Calls {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

/// Whether an argument of a call compares so with a value.
fn when(argument: u8, how: SeccompCmpOp, value: u64) -> io::Result<SeccompRule> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, how, value).map_err(io::Error::other)?;
    SeccompRule::new(vec![condition]).map_err(io::Error::other)
}

fn compiled(calls: Calls, error: c_int) -> io::Result<BpfProgram> {
    /// Added to the numbers of calls by programs with short pointers, which are the same calls.
    const SHORT_POINTERS: c_long = 0x4000_0000;
    let short = calls.iter().map(|(call, rules)| (call | SHORT_POINTERS, rules.clone())).collect::<Calls>();
    let is_long_only = !cfg!(target_arch = "x86_64");
    let rules = calls.into_iter().chain(short.into_iter().filter(|_| !is_long_only)).collect();
    let machine = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    let refusal = SeccompAction::Errno(error.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refusal, machine).map_err(io::Error::other)?;
    filter.try_into().map_err(io::Error::other)
}

/// Writes a filter as bubblewrap reads it.
pub(super) fn write(filter: &BpfProgram, path: &Path) -> io::Result<()> {
    let bytes = filter.iter().flat_map(|step| {
        let [code_0, code_1] = step.code.to_ne_bytes();
        let [k_0, k_1, k_2, k_3] = step.k.to_ne_bytes();
        [code_0, code_1, step.jt, step.jf, k_0, k_1, k_2, k_3]
    });
    std::fs::write(path, bytes.collect::<Vec<_>>())
}
