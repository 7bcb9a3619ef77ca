import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { suite, test } from "node:test";
import { zygoteAddon } from "../../../lib/workers/zygote-addon.ts";
import { forksOf, warmPerl } from "../../support/process-zygote.ts";

/** Error numbers of Linux. */
const [BUSY, NOT_SUPPORTED] = [16, 95];

/** Objects that a fork cannot have anew, each with the Perl code that makes one. */
const UNKNOWN = {
  "a timer": "syscall(283, 1, 0)",
  "a descriptor of signals": "my $set = pack('Q', 1 << 9); syscall(282, -1, $set, 8, 0)",
  "a descriptor of a process": "syscall(434, $$ + 0, 0)",
  "a TCP socket": "socket(my $s, 2, 1, 0); push @kept, $s",
  "a UDP socket": "socket(my $s, 2, 2, 0); push @kept, $s",
  "a local socket without a known peer": "socket(my $s, 1, 1, 0); push @kept, $s",
  "a file that is written": 'open(my $f, ">", "$ENV{HOME}.written") or die; push @kept, $f',
  "a folder": "opendir(my $d, '/'); push @kept, $d",
  "a device with a state": "open(my $f, '<', '/dev/full') or die; push @kept, $f",
  "a file of a thread": 'open(my $f, "<", "/proc/self/task/$$/stat") or die; push @kept, $f',
  "a semaphore": "syscall(290, 1, 1)",
  "a counter of two descriptors": "my $c = syscall(290, 1, 0); syscall(32, $c)",
} as const;

/** Objects that a fork has anew. */
const KNOWN = {
  "a counter": "syscall(290, 1, 0)",
  "what watches descriptors": "syscall(291, 0)",
  "a pipe": "pipe(my $r, my $w); push @kept, $r, $w",
  "what tells of changes of files": "syscall(294, 0)",
  "memory with a descriptor": "my $name = 'x'; syscall(319, $name, 0)",
  "a file that is read": "open(my $f, '<', '/etc/passwd') or die; push @kept, $f",
  "a file of the process": "open(my $f, '<', '/proc/self/statm') or die; push @kept, $f",
  "a source of random numbers": "open(my $f, '<', '/dev/urandom') or die; push @kept, $f",
} as const;

const skip = zygoteAddon() === undefined && "forks are made on x86-64 Linux alone";

suite("a warm program", { skip }, () => {
  for (const [name, code] of Object.entries(UNKNOWN)) {
    test(`with ${name} does not fork, and goes on`, async () => {
      const perl = await warmPerl(code);
      try {
        await assert.rejects(perl.fork(), new RegExp(`error ${NOT_SUPPORTED}\\)`));
        await perl.ping();
      } finally {
        await perl.end();
      }
    });
  }

  for (const [name, code] of Object.entries(KNOWN)) {
    test(`with ${name} forks`, async () => {
      assert.deepEqual(await forksOf(code, ["print {$out} 'forked'"]), ["forked"]);
    });
  }

  test("with bytes in a pair of sockets that nobody reads does not fork", async () => {
    const perl = await warmPerl(
      "use Socket; socketpair(my $r, my $w, AF_UNIX, SOCK_STREAM, PF_UNSPEC) or die; syswrite $w, 'x'; push @kept, $r, $w",
    );
    try {
      await assert.rejects(perl.fork(), new RegExp(`error ${BUSY}\\)`));
    } finally {
      await perl.end();
    }
  });
});

suite("forks of one program", { skip }, () => {
  test("have counters of their own, with the count that the program saw, and watch these", async () => {
    const make =
      "my $c = syscall(290, 7, 0); my $e = syscall(291, 0); my $w = pack('LQ', 1, 42); syscall(233, $e, 1, $c, $w); $object = [$c, $e]";
    const look = `my ($c, $e) = @$object; my $events = "\\0" x 24; my $count = syscall(232, $e, $events, 2, 0);
      my (undef, $data) = unpack('LQ', $events); my $value = "\\0" x 8; syscall(0, $c, $value, 8);
      my $more = pack('Q', 5); syscall(1, $c, $more, 8); print {$out} join ',', $count, $data, unpack('Q', $value)`;
    assert.deepEqual(await forksOf(make, [look, look]), ["1,42,7", "1,42,7"]);
  });

  test("have shared memory of their own, mapped and by its descriptor", async () => {
    const make = `my $name = 'x'; my $m = syscall(319, $name, 0); my $text = 'warm'; syscall(18, $m, $text, 4, 0);
      my $end = 'end'; syscall(18, $m, $end, 3, 9000); my $at = syscall(9, 0, 4096, 3, 1, $m, 0); $object = [$m, $at]`;
    const look = `my ($m, $at) = @$object; my ($mapped, $read, $end) = (unpack('P4', pack('J', $at)), "\\0" x 4, "\\0" x 3);
      syscall(17, $m, $read, 4, 0); syscall(17, $m, $end, 3, 9000); my $changed = 'CHANGED'; syscall(18, $m, $changed, 7, 0);
      my $after = unpack('P4', pack('J', $at)); print {$out} join ',', $mapped, $read, $end, $after`;
    assert.deepEqual(await forksOf(make, [look, look]), Array(2).fill("warm,warm,end,CHAN"));
  });

  test("have places of their own in a file that is read", async () => {
    const make = "open(my $f, '<', '/etc/passwd') or die; sysread $f, my $line, 5; $object = $f";
    const look = "sysread $object, my $line, 6; print {$out} $line";
    const expected = execFileSync("head", ["-c", "11", "/etc/passwd"], { encoding: "utf8" }).slice(5);
    assert.deepEqual(await forksOf(make, [look, look]), [expected, expected]);
  });

  test("have pipes of their own", async () => {
    const make = "pipe(my $r, my $w); $object = [$r, $w]";
    const look =
      "my ($r, $w) = @$object; syswrite $w, $$; sysread $r, my $text, 20; print {$out} $text eq $$ ? 'own' : $text";
    assert.deepEqual(await forksOf(make, [look, look]), ["own", "own"]);
  });

  test("have the bytes that nobody has read in a pipe", async () => {
    const make = "pipe(my $r, my $w); syswrite $w, 'warm'; $object = $r";
    const look = "sysread $object, my $text, 20; print {$out} $text";
    assert.deepEqual(await forksOf(make, [look, look]), ["warm", "warm"]);
  });

  test("go on with the signal mask, the alternate stack and the lists of the thread, under a number of their own", async () => {
    const state = `sub state_of { my ($stack, $head, $length, $place) = ("\\0" x 24, "\\0" x 8, "\\0" x 8, "\\0" x 8);
      syscall(131, 0, $stack); syscall(274, 0, $head, $length); syscall(157, 40, $place, 0, 0, 0);
      my ($mask) = do { local @ARGV = '/proc/self/status'; grep { /SigBlk/ } <> };
      my $own = unpack('i', unpack('P4', $place)) == syscall(186) ? 'own' : 'other';
      # A second registration of restartable sequences is refused.
      my $area = "\\0" x 96; my $at = unpack('J', pack('p', $area)); my $again = syscall(334, $at + (-$at & 31), 32, 0, 0x53053053);
      return join ',', unpack('H*', $stack), unpack('H*', $head), unpack('H*', $place), $mask, $own, $again }`;
    const make = `${state} my $memory = "\\0" x 65536; push @kept, \\$memory; my $stack = pack('Jix4Q', unpack('J', pack('p', $memory)), 0, 65536);
      syscall(131, $stack, 0); my $set = pack('Q', 1 << 11); syscall(14, 0, $set, 0, 8); $object = state_of()`;
    const look = "my $now = state_of(); print {$out} $now eq $object ? 'same' : qq($object\\n$now)";
    assert.deepEqual(await forksOf(make, [look, look]), ["same", "same"]);
  });
});
