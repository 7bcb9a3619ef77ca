import assert from "node:assert/strict";
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { promisify } from "node:util";
import { confined } from "../../../lib/confinement/confined.ts";
import manifest from "../../../lib/confinement/launcher.json" with { type: "json" };
import { isConfined, launcher, walls } from "../../../lib/confinement/walls.ts";
import { reachedIn, unreachedIn } from "../../support/confinement/reports.ts";

const PERL = "/usr/bin/perl";
const ATTEMPTS = new URL("../../support/confinement/attempts.pl", import.meta.url).pathname;

const root = mkdtempSync(join(tmpdir(), "platen-confined-"));
const [outside, job] = [join(root, "service"), join(root, "job")];
const victim: ChildProcess = spawn("sleep", ["600"], { env: { SECRET: "secret" } });
const tcp = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
const udp = createSocket("udp4").bind(0, "127.0.0.1");
const abstract = `platen-${process.pid}`;
const local = createServer((socket) => socket.destroy()).listen(`\0${abstract}`);
await Promise.all([once(tcp, "listening"), once(udp, "listening"), once(local, "listening")]);
/** The outcome of each attempt by its name, in fresh folders. */
const attempt = async (isBehindWalls: boolean): Promise<Map<string, string>> => {
  for (const folder of [outside, job]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  for (const name of ["secret", "removable", "movable", "truncated"]) writeFileSync(join(outside, name), "secret\n");
  const port = String((tcp.address() as AddressInfo).port);
  const words = [join(outside, "secret"), outside, job, String(victim.pid), port, String(udp.address().port), abstract];
  const perl = execFileSync(PERL, ["-e", "print join qq(\\n), @INC"], { encoding: "utf8" }).split("\n");
  const permissions = { read: [ATTEMPTS, ...perl], execute: [PERL], write: [job], connect: 1 };
  const [program, ...rest] = isBehindWalls
    ? confined([PERL, ATTEMPTS, ...words], permissions)
    : [PERL, ATTEMPTS, ...words];
  const env = isBehindWalls ? {} : { SECRET: "secret" };
  const { stdout } = await promisify(execFile)(program!, rest, { env, timeout: 600_000 });
  return new Map(stdout.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t") as [string, string]])));
};

const skip = isConfined(walls()) ? false : `this kernel has only ${JSON.stringify(walls())}`;

suite("a program behind the walls", { concurrency: false, skip }, () => {
  after(() => {
    victim.kill("SIGKILL"); // it may be stopped
    tcp.close();
    udp.close();
    local.close();
    rmSync(root, { recursive: true, force: true });
  });

  test("reaches nothing of what it reaches without them", async () => {
    const [free, behind] = [await attempt(false), await attempt(true)];
    assert.ok(free.size >= 60, `${free.size} attempts`);
    assert.deepEqual(unreachedIn(free, ["create a file in /dev/shm"]), []);
    assert.deepEqual([...behind.keys()], [...free.keys()]);
    assert.deepEqual(reachedIn(behind), []);
  });
});

test("the launcher matches its manifest", () => {
  assert.equal(createHash("sha256").update(readFileSync(launcher)).digest("hex"), manifest.sha256);
});
