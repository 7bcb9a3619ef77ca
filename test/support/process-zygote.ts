import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { assertSpawned } from "../../lib/workers/child-process.ts";
import type { JobProcess } from "../../lib/workers/process-channel.ts";
import { Zygote } from "../../lib/workers/zygote.ts";
import { zygoteAddon } from "../../lib/workers/zygote-addon.ts";

const LIBRARY = new URL("../../lib/workers/process-zygote.so", import.meta.url).pathname;
/** `struct request` of `layers/process-zygote/zygote.h`. */
const REQUEST_BYTES = 268;
const [PORT, ANY_PROCESSOR] = [9, -1];

/** A Perl program in the place of Chromium. */
interface WarmPerl {
  fork(): Promise<JobProcess>;
  /** Resolves when it answers. */
  ping(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Starts a Perl program that has run some code, which may keep things in `@kept` and `$object`, and write beside its folder a
 * file whose name ends with `.written`. Then it waits until it is a fork;
 * the first fork runs the first of the other codes, and so on. These print to `$out`, the protocol's pipe.
 */
export const warmPerl = async (code: string, codesOfForks: readonly string[] = []): Promise<WarmPerl> => {
  const home = mkdtempSync(join(tmpdir(), "platen-perl-"));
  const branches = codesOfForks.map((each) => `sub { ${each} }`).join(", ");
  // A fork's own protocol tells it which one it is.
  const script = `use strict; our (@kept, $object, $out); open(our $in, '<&=', 3); open($out, '>&=', 4); select((select($out), $| = 1)[0]);
    my $zygote = syscall(39); ${code}; print {$out} "ready"; select(undef, undef, undef, 0.005) while syscall(39) == $zygote;
    my @forks = (${branches}); sysread $in, my $which, 1; $forks[$which]->(); syscall(231, 0);`;
  const ready = Promise.withResolvers<Readable>();
  const start = (channel: number) => {
    const child = spawn("/usr/bin/perl", ["-e", script], {
      stdio: ["ignore", "ignore", "inherit", "pipe", "pipe", channel],
      env: { LD_PRELOAD: LIBRARY, ZYGOTE_CHANNEL: "5", ZYGOTE_PORT: "9", HOME: home },
    });
    ready.resolve(child.stdio[4] as Readable);
    return assertSpawned(child);
  };
  const zygote = new Zygote({ spawn: start, requestBytes: REQUEST_BYTES }, zygoteAddon()!);
  await once(await ready.promise, "data");
  const details = Buffer.alloc(REQUEST_BYTES - 4);
  details.writeInt32LE(PORT);
  details.writeInt32LE(ANY_PROCESSOR, 4);
  details.write(home, 8);
  return {
    fork: () => zygote.fork(details),
    ping: () => zygote.ping(),
    end: async () => {
      await zygote.end();
      for (const path of [home, `${home}.written`]) rmSync(path, { recursive: true, force: true });
    },
  };
};

/** What forks of one program print, one after the other. */
export const forksOf = async (code: string, codesOfForks: readonly string[]): Promise<string[]> => {
  const perl = await warmPerl(code, codesOfForks);
  try {
    const printed: string[] = [];
    for (const place of codesOfForks.keys()) {
      const fork = await perl.fork();
      fork.hold(true);
      fork.socket.write(String(place));
      printed.push(await text(fork.socket));
    }
    return printed;
  } finally {
    await perl.end();
  }
};
