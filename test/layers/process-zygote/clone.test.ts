import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { confined } from "../../../lib/confinement/confined.ts";
import { isConfined, walls } from "../../../lib/confinement/walls.ts";

const PERL = "/usr/bin/perl";
/** CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID and SIGCHLD. */
const FORK_FLAGS = 0x01200011;
/** Flags of `clone(2)`: a tracer that follows, a parent's parent, shared memory, files and folders, a descriptor, namespaces. */
const MORE_FLAGS = [
  ...[0x2000, 0x8000, 0x100, 0x4000, 0x4100, 0x400, 0x200, 0x1000],
  ...[0x10000000, 0x20000000, 0x20000, 0x40000000, 0x02000000, 0x08000000],
];
const [CLONE, FORK, VFORK, CLONE3] = [56, 57, 58, 435];
const [NOT_PERMITTED, NO_CALL] = [1, 38];

test("a program that may fork forks with the flags of the C library alone", {
  skip: !isConfined(walls()) && `this kernel has only ${JSON.stringify(walls())}`,
}, () => {
  const flags = [FORK_FLAGS, 17, FORK_FLAGS - 17, ...MORE_FLAGS.map((flag) => FORK_FLAGS + flag)];
  const calls = [...flags.map((each) => [CLONE, each]), [FORK, 0], [VFORK, 0], [CLONE3, 0]];
  const script = `for (map { [split /,/] } @ARGV) {
    my $pid = syscall($_->[0] + 0, $_->[1] + 0, 0, 0, 0, 0);
    syscall(231, 0) if $pid == 0;
    print $pid > 0 ? 0 : $! + 0, "\\n"; }`;
  const library = execFileSync(PERL, ["-e", "print join qq(\\n), @INC"], { encoding: "utf8" }).split("\n");
  const permissions = { read: library, execute: [PERL], mayFork: true };
  const [program, ...words] = confined([PERL, "-e", script, ...calls.map((call) => call.join(","))], permissions);
  const errors = execFileSync(program, words, { encoding: "utf8", env: {} }).trim().split("\n").map(Number);
  assert.deepEqual(errors, [0, ...flags.slice(1).map(() => NOT_PERMITTED), NOT_PERMITTED, NOT_PERMITTED, NO_CALL]);
});
