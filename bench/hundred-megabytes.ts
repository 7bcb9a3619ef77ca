import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { warmParts } from "../lib/workers/warm.ts";
import { keep } from "../test/support/keep.ts";
import { peakOf, watched } from "../test/support/resident.ts";
import { wholeService } from "../test/support/whole.ts";
import { startClient } from "./support/client.ts";
import { type Case, cases, formRequest } from "./support/hundred-megabytes.ts";

/**
 * What does a body of 100 MB cost at each endpoint that takes one, over HTTP and sent ahead, compared with the engine alone
 * (from file to file) plus the time of bare node:http for as many bytes in and out? Bars: 1.3 times; for merge, memory of
 * 3.5 times the body; 413 for one byte more.
 */
const MB = 1_048_576;
const DEADLINE_MS = Number(process.env["DEADLINE_MS"] ?? 60_000);
const named = process.env["CASES"]?.split(",") ?? Object.keys(cases);
const RUN_COUNT = 5;
/** A run that takes longer is not repeated. */
const LONG_RUN_S = 5;

// In memory, because the disk of this machine is not measured.
const folder = mkdtempSync(join("/dev/shm", "platen-hundred-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const client = startClient();

/** The shortest time of several runs in seconds; a long run is done once. */
const least = async (run: () => Promise<number>): Promise<number> => {
  let best = await run();
  for (let count = 1; count < RUN_COUNT && best < LONG_RUN_S; count++) best = Math.min(best, await run());
  return best;
};

const wire = async (parts: Case["parts"], name: string) => {
  const request = formRequest(parts);
  const file = resolve(folder, name);
  const bytes = new Uint8Array(await request.arrayBuffer());
  writeFileSync(file, bytes);
  return { file, size: bytes.length, type: request.headers.get("content-type")! };
};

/** Seconds of the engine alone, and together with reading and writing files; undefined past the deadline. */
const alone = async ({ alone, parts }: Case) => {
  const paths = parts.flatMap(([, value], at) => {
    if (typeof value === "string") return [];
    writeFileSync(join(folder, `${at}`), value);
    return [join(folder, `${at}`)];
  });
  let bare = Number.POSITIVE_INFINITY;
  try {
    const whole = await least(async () => {
      const started = performance.now();
      const documents = paths.map((path) => new Uint8Array(readFileSync(path)));
      const begun = performance.now();
      const made = await alone(documents, AbortSignal.timeout(DEADLINE_MS));
      bare = Math.min(bare, (performance.now() - begun) / 1000);
      // A result that is a file already is not copied.
      if ("path" in made.body) await made.body.remove?.();
      else await keep(made, join(folder, "made"));
      return (performance.now() - started) / 1000;
    });
    return { bare, whole };
  } catch {
    return undefined;
  }
};

/** Seconds that node:http takes to carry a body in and out. */
const carried = async (file: string): Promise<number> => {
  const child = fork(new URL("./support/bare-echo.ts", import.meta.url));
  const [port] = await once(child, "message");
  try {
    return await least(async () => (await client.send({ port, to: "POST /", headers: {}, body: file })).seconds);
  } finally {
    child.kill();
  }
};

const overHttp = async (it: Case, body: Awaited<ReturnType<typeof wire>>) => {
  const service = await wholeService(4, { PLATEN_DEADLINE_MS: String(DEADLINE_MS), PLATEN_LOG: "off" });
  const key = { "X-API-Key": service.keys[0]! };
  const { port } = service;
  const to = `POST /v1${it.path}`;
  let status = 0;
  let refusal = "";
  const post = async (headers: Record<string, string>, file?: string): Promise<number> => {
    const answer = await client.send({ port, to, headers: { ...key, ...headers }, ...(file && { body: file }) });
    status = answer.status;
    const { error } = (answer.json ?? {}) as { error?: { message: string } };
    refusal = error === undefined ? "" : ` (${error.message})`;
    return answer.seconds;
  };
  /** Sends a body ahead; the seconds of its upload, and of the request that names it. */
  const ahead = async ({ file, size, type }: typeof body) => {
    const asked = `${file}-${size}.json`;
    writeFileSync(asked, JSON.stringify({ contentType: type, contentLength: size }));
    const headers = { ...key, "Content-Type": "application/json" };
    const { json } = await client.send({ port, to: "POST /v1/uploads", headers, body: asked });
    const grant = json as { url: string; headers: Record<string, string>; uploadId: string };
    const { pathname, search } = new URL(grant.url);
    // The client sets the length itself: it must equal the announced one.
    const put = { port, to: `PUT ${pathname}${search}`, headers: { "Content-Type": type }, body: file };
    return { put: (await client.send(put)).seconds, post: await post({ "X-Body-Ref": grant.uploadId }) };
  };
  try {
    const type = { "Content-Type": body.type };
    const { value: took, most } = await watched(service.pid, () => least(() => post(type, body.file)));
    const whole = { status: `${status}${refusal}`, took, all: most.all, peak: peakOf(service.pid) };
    let [put, again] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    await least(async () => {
      const times = await ahead(body);
      put = Math.min(times.put, put);
      again = Math.min(times.post, again);
      return times.put + times.post;
    });
    // An additional part makes the documents one byte too large.
    const documents = it.parts.reduce((sum, [, value]) => sum + (typeof value === "string" ? 0 : value.length), 0);
    const limit = it.path.includes("html-to-pdf") ? 10 * MB : 100 * MB;
    const larger = await wire([...it.parts, ["file", new Uint8Array(limit + 1 - documents)]], `${body.file}-larger`);
    await ahead(larger);
    const tooLarge = status;
    await post({ "Content-Type": larger.type }, larger.file);
    return { ...whole, put, again, tooLarge: [status, tooLarge] };
  } finally {
    await service.stop();
  }
};

const times = (a: number, b: number) => `${(a / b).toFixed(2)} times`;
for (const name of named) {
  const it = await cases[name]!();
  const body = await wire(it.parts, name);
  const size = body.size / MB;
  const { status, took, all, peak, put, again, tooLarge } = await overHttp(it, body);
  for (const part of warmParts().values()) await part.start();
  const engine = await alone(it);
  for (const part of warmParts().values()) await part.stop();
  const bare = await carried(body.file);
  const beside =
    engine === undefined
      ? "the engine alone does not end in time"
      : `the engine alone ${engine.bare.toFixed(2)}, from file to file ${engine.whole.toFixed(2)}: ${times(took, engine.whole)}; ` +
        `with what bare node:http takes to carry it (${bare.toFixed(2)}): ${times(took, engine.bare + bare)}`;
  console.log(
    `${it.path}, ${size.toFixed(1)} MB (${it.what}): ${status} in ${took.toFixed(2)} s; ${beside}; ` +
      `sent ahead in ${put.toFixed(2)}, then ${again.toFixed(2)} s; the server held ${peak.toFixed(0)} MB at the most, all of it ` +
      `(${times(peak, size)} the body), with its engines ${all.toFixed(0)}; a byte too many: ${tooLarge.join(", sent ahead ")}`,
  );
}
client.stop();
