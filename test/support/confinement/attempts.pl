# Tries what a program that was broken into would try. Prints a line for each attempt: its name, and `reached` or the error.
# Arguments: outside file, outside folder, job folder, process to attack, TCP port, UDP port, name of an abstract socket.
use strict;
use Socket;
my ($f, $s, $d);
my ($file, $folder, $job, $pid, $tcp, $udp, $abstract) = @ARGV;
$_ = ($_ // 0) + 0 for $pid, $tcp, $udp;
$| = 1;
my %calls = (
  truncate => 76, chmod => 90, fchmodat => 268, chown => 92, utimensat => 280, symlink => 88, link => 86, mknod => 133,
  inotify_init1 => 294, inotify_add_watch => 254, kill => 62, tgkill => 234, rt_sigqueueinfo => 129, ptrace => 101,
  process_vm_readv => 310, pidfd_open => 434, setsid => 112, setpgid => 109, fork => 57, vfork => 58, clone => 56,
  shmget => 29, msgget => 68, semget => 64, mq_open => 240, add_key => 248, unshare => 272, prlimit64 => 302,
  setpriority => 141, ioprio_set => 251, sched_setaffinity => 203, sched_setscheduler => 144, io_uring_setup => 425,
  execve => 59, execveat => 322, sendto => 44, fsopen => 430,
  name_to_handle_at => 303, personality => 135, setxattr => 188, socket => 41, rename => 82, kcmp => 312,
);
sub try { my ($name, $attempt) = @_; $! = 0; my $result = eval { $attempt->() }; print "$name\t", ($result ? "reached" : "$!"), "\n" }
sub call { my ($name, @rest) = @_; my $result = syscall($calls{$name}, @rest); return defined $result && $result >= 0 }
sub in_child { my ($work) = @_; my $child = fork; return 0 unless defined $child; if (!$child) { exit($work->() ? 0 : 1) } waitpid($child, 0); return $? == 0 }
my @last = (
  ["run its own program again", sub { exec { $^X } $^X, $0, "after", 0 }],
  ["run its own program by a descriptor", sub { open($f, "<", $^X); my $words = pack("p4 Q", $^X, $0, "after", "1", 0); my $none = pack("Q", 0); my $empty = ""; call("execveat", fileno($f), $empty, $words, $none, 0x1000) }],
  ["run another program", sub { exec "/bin/echo", "run another program\treached" }],
);
# Each of these replaces this program where it succeeds, and the new one goes on with the next.
sub try_last { my ($from) = @_; try(@{$last[$_]}) for $from .. $#last; exit 0 }
sub tcp_to { my ($port) = @_; socket($s, PF_INET, SOCK_STREAM, 0) && connect($s, sockaddr_in($port, inet_aton("127.0.0.1"))) }

if ($file eq "after") { print "$last[$folder][0]\treached\n"; try_last($folder + 1) }
try "read a file of the service", sub { open($f, "<", $file) && defined readline $f };
try "write a file of the service", sub { open($f, "+<", $file) && print $f "x" };
try "append to a file of the service", sub { open($f, ">>", $file) };
try "create a file beside it", sub { open($f, ">", "$folder/new") };
try "list the folder of the service", sub { opendir($d, $folder) };
try "make a folder of the service", sub { mkdir "$folder/made" };
try "remove a file of the service", sub { unlink "$folder/removable" };
try "move a file of the service away", sub { rename "$folder/movable", "$job/moved" };
try "move a file to the service", sub { open($f, ">", "$job/own"); rename "$job/own", "$folder/planted" };
try "reach it by way of /proc/self/root", sub { open($f, "<", "/proc/self/root$file") };
try "read /etc/passwd", sub { open($f, "<", "/etc/passwd") };
try "list /proc", sub { opendir($d, "/proc") };
try "list /dev/shm", sub { opendir($d, "/dev/shm") };
try "create a file in /dev/shm", sub { my $p = "/dev/shm/platen-$$"; open($f, ">", $p) && unlink $p };
try "create a file in /tmp", sub { my $p = "/tmp/platen-$$"; open($f, ">", $p) && unlink $p };
try "read the environment of the server", sub { open($f, "<", "/proc/$pid/environ") && defined readline $f };
try "read the command line of the server", sub { open($f, "<", "/proc/$pid/cmdline") };
try "open the memory of the server", sub { open($f, "<", "/proc/$pid/mem") };
try "list the open files of the server", sub { opendir($d, "/proc/$pid/fd") };
try "empty a file with truncate", sub { call("truncate", "$folder/truncated", 0) };
try "change the mode of a file", sub { call("chmod", $file, 0600) };
try "change the mode of a file by its folder", sub { call("fchmodat", -100, $file, 0600) };
try "change the owner of a file", sub { call("chown", $file, $< + 0, $( + 0) };
try "change the time of a file", sub { call("utimensat", -100, $file, 0, 0) };
try "give a file an attribute", sub { my $v = "1"; call("setxattr", $file, "user.platen", $v, 1, 0) };
try "make a symbolic link as its result", sub { call("symlink", "/proc/self/environ", "$job/link") };
try "link a file of the service into its folder", sub { call("link", $file, "$job/hard") };
try "make a FIFO as its result", sub { call("mknod", "$job/fifo", 010600, 0) };
try "watch a folder of the service", sub { my $i = syscall($calls{inotify_init1}, 0); $i >= 0 && call("inotify_add_watch", $i, $folder, 0xfff) };
try "get a handle of a file", sub { my ($handle, $mount) = (pack("L l x128", 128, 0), pack("l", 0)); call("name_to_handle_at", -100, $file, $handle, $mount, 0) };
try "connect to another port", sub { tcp_to($tcp) };
try "connect to another port by a fast open", sub { socket($s, PF_INET, SOCK_STREAM, 0) && send($s, "x", 0x20000000, sockaddr_in($tcp, INADDR_LOOPBACK)) };
try "connect a pair of sockets anew", sub { socketpair($s, $d, PF_UNIX, SOCK_DGRAM, 0) };
try "listen for connections", sub { socket($s, PF_INET, SOCK_STREAM, 0) && bind($s, sockaddr_in(0, INADDR_LOOPBACK)) && listen($s, 1) };
try "send a UDP datagram", sub { socket($s, PF_INET, SOCK_DGRAM, 0) && send($s, "x", 0, sockaddr_in($udp, INADDR_LOOPBACK)) };
try "send a UDP datagram over IPv6", sub { socket($s, PF_INET6, SOCK_DGRAM, 0) };
try "connect to an abstract socket", sub { socket($s, PF_UNIX, SOCK_STREAM, 0) && connect($s, pack("S a*", 1, "\0$abstract")) };
try "open a netlink socket", sub { call("socket", 16, 3, 0) };
try "ask whether the server lives, by a signal", sub { call("kill", $pid, 0) };
try "signal a thread of the server", sub { call("tgkill", $pid, $pid, 0) };
try "queue a signal for the server", sub { my $info = pack("l3 x116", 0, 0, -1); call("rt_sigqueueinfo", $pid, 0, $info) };
try "trace the server", sub { call("ptrace", 16, $pid, 0, 0) && call("ptrace", 17, $pid, 0, 0) };
try "read the memory of a process", sub { my ($own, $far) = (pack("QQ", 0, 0), pack("QQ", 0, 0)); call("process_vm_readv", $pid, $own, 1, $far, 1, 0) };
try "open the server by its number", sub { call("pidfd_open", $pid, 0) };
try "compare two processes", sub { call("kcmp", $$, $pid, 2, 0, 0) };
try "change the limits of the server", sub { my $limits = pack("QQ", 0, 0); call("prlimit64", $pid, 4, 0, $limits) };
try "change the priority of the server", sub { call("setpriority", 0, $pid, 1) };
try "change the disk priority of the server", sub { call("ioprio_set", 1, $pid, (2 << 13) | 5) };
try "bind the server to a processor", sub { my $mask = pack("Q16", (2 ** 64) - 1); call("sched_setaffinity", $pid, 128, $mask) };
try "change the scheduler of the server", sub { my $none = pack("l", 0); call("sched_setscheduler", $pid, 0, $none) };
try "fork", sub { in_child(sub { 1 }) };
try "clone a process", sub { my $child = syscall($calls{clone}, 17, 0, 0, 0, 0); if ($child == 0) { syscall(231, 0) } waitpid($child, 0) if $child > 0; $child > 0 };
try "leave its process group", sub { my $group = getpgrp; my $left = call("setpgid", 0, 0); call("setpgid", 0, $group); $left };
try "leave its session", sub { call("setsid") };
try "make shared memory", sub { call("shmget", 0, 4096, 01600) };
try "make a message queue", sub { call("msgget", 0, 01600) };
try "make a semaphore", sub { call("semget", 0, 1, 01600) };
try "make a named queue", sub { call("mq_open", "platen-$$", 0102, 0600, 0) };
try "add a key to the kernel's ring", sub { my ($type, $name, $value) = ("user", "platen", "x"); call("add_key", $type, $name, $value, 1, -2) };
try "enter a namespace of its own", sub { call("unshare", 0x10000000) };
try "set up io_uring", sub { my $p = pack("x120"); call("io_uring_setup", 1, $p) };
try "change its personality", sub { call("personality", 0x0040000) };
try "find a secret in its environment", sub { grep { /secret/ } values %ENV };
try "mount a file system of its own", sub { my $kind = "tmpfs"; call("fsopen", $kind, 0) };
try "run another program beside it", sub { my $out = `/bin/true`; $? == 0 };
try_last(0);
