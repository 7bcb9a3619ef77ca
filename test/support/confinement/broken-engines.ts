// Puts the attempts in the place of each engine, has the product start it, and prints the reports as JSON. Runs in a separate
// network. Its arguments are an empty folder, the number of a bomb of `attempts/attempts.h`, or 0, and the folder of a whole
// LibreOffice, which is tried with a presentation if it is given. A bomb gives no report; then the error is printed with which the
// product ends the engine.
import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import type { Browser } from "../../../lib/engines/chromium/browser.ts";
import { limitsOf } from "../../../lib/engines/chromium/limits.ts";
import { startChromium } from "../../../lib/engines/chromium/process.ts";
import { stopReaper } from "../../../lib/engines/chromium/reaper.ts";
import {
  type ChromiumFork,
  type ChromiumZygote,
  spawnBrowserZygote,
} from "../../../lib/engines/chromium/zygote-process.ts";
import { convertInOffice } from "../../../lib/engines/office/convert.ts";
import { libreofficeFolder } from "../../../lib/engines/office/installation.ts";
import type { Macro } from "../../../lib/engines/office/zygote-protocol.ts";
import { warmZygoteFor } from "../../../lib/engines/office/zygote-supervisor.ts";
import type { Frame } from "../../../lib/workers/frames.ts";
import { type ProcessOptions, startNodeProcess } from "../../../lib/workers/node-process.ts";
import { WarmForks } from "../../../lib/workers/warm-forks.ts";
import type { Worker } from "../../../lib/workers/worker.ts";
import { Forks } from "../../../lib/workers/zygote.ts";
import { zygoteAddon } from "../../../lib/workers/zygote-addon.ts";
import { until } from "../until.ts";
import { makePresentationTree } from "./broken-tree.ts";
import { openTargets, type Victim } from "./targets.ts";

const root = process.argv[2]!;
const temp = process.env["PLATEN_TEMP"]!;
const signal = AbortSignal.timeout(600_000);
const attempts = (name: string) => join(import.meta.dirname, name);
const bomb = Number(process.argv[3]);
const DISK_BOMB = 2;
// A disk that is full in no time.
const DISK_BYTES = 2 ** 26;
if (bomb === DISK_BOMB) execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", temp]);
/** Resolves when the disk is hardly used: a process that was ended may keep its files open for a moment. */
const untilDiskHasSpace = () =>
  until(() => {
    const { bavail, bsize } = statfsSync(temp);
    return bavail * bsize > DISK_BYTES / 2;
  });
const NO_PORT = 9;

const attacked = await openTargets(root);
const targets = (victim?: Victim) => attacked.lines(bomb, victim);

const withoutWalls = (): string => {
  const folder = join(root, "free");
  mkdirSync(folder);
  writeFileSync(join(folder, "targets"), targets());
  copyFileSync(attempts("attempts.bin"), join(folder, "program"));
  return execFileSync(join(folder, "program"), ["stdout"], { encoding: "utf8", timeout: 600_000 });
};

const chromium = async (): Promise<string> => {
  const folder = join(root, "chromium");
  mkdirSync(folder);
  writeFileSync(join(folder, "targets"), targets());
  copyFileSync(attempts("attempts.bin"), join(folder, "chromium"));
  const browser = await startChromium(join(folder, "chromium"), NO_PORT);
  const limits = limitsOf({ ...browser, failed: new Promise<never>(() => {}) } as unknown as Browser, signal);
  return limits
    .ofRendering(() => text(browser.read))
    .finally(async () => {
      limits.end();
      await browser.kill();
      await stopReaper();
    });
};

/** A fork that waits for its targets, and a function that gives them to it. */
const waitingFork = async (
  zygote: ChromiumZygote,
  file: string,
): Promise<{ fork: ChromiumFork; give(lines: string): void }> => {
  execFileSync("mkfifo", [file]);
  const fork = await zygote.fork(NO_PORT);
  // It opens only if the fork waits at the other end.
  let writer: number | undefined;
  await until(() => {
    try {
      writer = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENXIO") throw error;
    }
    return writer !== undefined;
  });
  rmSync(file);
  const give = (lines: string) => {
    writeFileSync(writer!, lines);
    closeSync(writer!);
  };
  return { fork, give };
};

/**
 * A fork of a warm browser, whose program is a stand-in like that of a new one. It attacks the service, or a victim. It does so
 * after its start, because a browser gets a document only then.
 */
const forkedChromium = async (attacked: "service" | "zygote" | "sibling"): Promise<string> => {
  const folder = join(root, `forked-chromium-${attacked}`);
  mkdirSync(folder);
  copyFileSync(attempts("fork.bin"), join(folder, "chromium"));
  const zygote = spawnBrowserZygote(join(folder, "chromium"), NO_PORT, zygoteAddon()!);
  const startFork = () => waitingFork(zygote, join(folder, "targets"));
  const victim = {
    service: () => undefined,
    zygote: () => zygote.process,
    sibling: async () => (await startFork()).fork,
  };
  const lines = targets(await victim[attacked]());
  const { fork: browser, give } = await startFork();
  const limits = limitsOf({ ...browser, failed: new Promise<never>(() => {}) } as unknown as Browser, signal);
  give(lines);
  return limits
    .ofRendering(() => text(browser.read))
    .finally(async () => {
      limits.end();
      await browser.kill();
      await zygote.process.kill();
      await stopReaper();
    });
};

const office = async (macro: Macro, bytes: Buffer): Promise<string> => {
  writeFileSync(join(libreofficeFolder, "program/targets"), targets());
  const part = warmZygoteFor(macro);
  const { printed } = await convertInOffice({ macro, options: "", bytes }, signal).finally(part.stop);
  return Buffer.from(printed!.body as Uint8Array).toString();
};

/** The test has put the attempts in the place of LibreOffice's library. */
const document = (): Promise<string> => office("Word", Buffer.from("x"));

/** A whole LibreOffice makes the attempts, with its libraries for presentations and a presentation. */
const presentation = (whole: string): Promise<string> => {
  rmSync(libreofficeFolder, { recursive: true });
  makePresentationTree(libreofficeFolder, whole);
  return office("PowerPoint", readFileSync(join(libreofficeFolder, "warm-up.pptx")));
};

/** A worker whose native code makes the attempts. */
const workerScript = (serve: "serveProcess" | "serveForks"): string => `
import * as processes from "${new URL("../../../lib/workers/serve-process.ts", import.meta.url).href}";
import * as forks from "${new URL("../../../lib/workers/serve-forks.ts", import.meta.url).href}";
const work = () => {
  const module = { exports: { targets: import.meta.dirname + "/targets" } };
  process.dlopen(module, import.meta.dirname + "/attempts.so");
  return { head: module.exports.report, body: [] };
};
({ ...processes, ...forks }).${serve}(work, () => {});`;

type Attacked = Worker<Frame<null>, Frame<string>>;

const node = async (
  name: string,
  script: string,
  start: (script: URL) => Attacked | Promise<Attacked>,
): Promise<string> => {
  const folder = join(root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "worker.mjs"), script);
  copyFileSync(attempts("attempts.so"), join(folder, "attempts.so"));
  writeFileSync(join(folder, "targets"), targets());
  const worker = await start(pathToFileURL(join(folder, "worker.mjs")));
  const reply = await worker.run({ head: null, body: Buffer.alloc(0) }, signal, []);
  await worker.end();
  if (!("result" in reply)) throw new Error(JSON.stringify(reply));
  return reply.result.head;
};

const nodeLimits: Omit<ProcessOptions, "script"> = { memoryMb: 512, processorTimeMs: 60_000 };
/** The report, or the error. */
const outcome = async (report: Promise<string>): Promise<string> => {
  if (bomb === 0) return report;
  const message = await report.catch((error: Error) => error.message);
  if (bomb === DISK_BOMB) await untilDiskHasSpace();
  return message;
};
const reports: Record<string, string> = {
  ...(bomb === 0 ? { "no walls": withoutWalls() } : {}),
  Chromium: await outcome(chromium()),
  "a forked Chromium": await outcome(forkedChromium("service")),
  LibreOffice: await outcome(document()),
};
if (bomb === 0) {
  const [, , , , whole] = process.argv;
  if (whole !== undefined) reports["LibreOffice with a presentation"] = await presentation(whole);
  reports["a forked Chromium beside its zygote"] = await forkedChromium("zygote");
  reports["a forked Chromium beside another one"] = await forkedChromium("sibling");
}
if (bomb !== DISK_BOMB) {
  // These can write nothing.
  const compress = (script: URL) =>
    startNodeProcess<null, string>({ ...nodeLimits, env: { MALLOC_ARENA_MAX: "2" }, script });
  const fromWarm = async (script: URL) => {
    const forks = new WarmForks<null, string>({ ...nodeLimits, env: { MALLOC_ARENA_MAX: "2" }, script });
    await forks.warmUp();
    if (forks.startWay.way !== "fork") throw new Error(forks.startWay.detail);
    return forks.start();
  };
  const fork = (script: URL) => new Forks<null, string>({ ...nodeLimits, script }).start();
  reports["the process that compresses"] = await outcome(node("compress", workerScript("serveProcess"), compress));
  reports["a forked process that compresses"] = await outcome(
    node("forked-compress", workerScript("serveProcess"), fromWarm),
  );
  reports["the process that converts Markdown"] = await outcome(node("markdown", workerScript("serveForks"), fork));
}
attacked.close();
console.log(JSON.stringify({ reports, left: readdirSync(temp) }));
process.exit(0);
