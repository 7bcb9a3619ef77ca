import { warmParts } from "../lib/engines/warm.ts";
import { type Case, cases } from "./support/hundred-megabytes.ts";
import { watched } from "./support/resident.ts";
import { wholeService } from "./support/whole.ts";

/**
 * What does a body of 100 MB cost at each endpoint that takes one, over HTTP and by reference, beside the engine alone? Bars:
 * 1.3 times its time; for merge, 3.5 times the body in memory; 413 for a byte more before it is read to the end.
 */
const MB = 1_048_576;
const DEADLINE = Number(process.env["DEADLINE_MS"] ?? 60_000);
const named = process.env["CASES"]?.split(",") ?? Object.keys(cases);

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

const wire = async (parts: Case["parts"]) => {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([value as Uint8Array<ArrayBuffer>]), "document");
  }
  const request = new Request("http://x", { method: "POST", body: form });
  return { body: new Uint8Array(await request.arrayBuffer()), type: request.headers.get("content-type")! };
};

/** What the engine alone takes, the second time; undefined where it does not end in time. */
const alone = async ({ alone }: Case): Promise<number | undefined> => {
  const run = async () => {
    const made = await alone(AbortSignal.timeout(DEADLINE));
    if (!(made instanceof Uint8Array)) await made.remove();
  };
  try {
    const first = await seconds(run);
    return Math.min(first, await seconds(run));
  } catch {
    return undefined;
  }
};

const overHttp = async (it: Case) => {
  const service = await wholeService(4, { PLATEN_DEADLINE_MS: String(DEADLINE), PLATEN_LOG: "off" });
  const url = `http://127.0.0.1:${service.port}/v1`;
  const key = { "X-API-Key": service.keys[0]! };
  const { body, type } = await wire(it.parts);
  const read = async (reply: Response): Promise<number> => {
    for await (const _ of reply.body!);
    return reply.status;
  };
  const post = () =>
    fetch(url + it.path, { method: "POST", headers: { ...key, "Content-Type": type }, body }).then(read);
  const byReference = async (bytes: Uint8Array<ArrayBuffer>) => {
    const announced = JSON.stringify({ contentType: type, contentLength: bytes.length });
    const json = { ...key, "Content-Type": "application/json" };
    const grant = (await (
      await fetch(`${url}/uploads`, { method: "POST", headers: json, body: announced })
    ).json()) as {
      url: string;
      headers: Record<string, string>;
      uploadId: string;
    };
    await read(await fetch(grant.url, { method: "PUT", headers: grant.headers, body: bytes }));
    return fetch(url + it.path, { method: "POST", headers: { ...key, "X-Body-Ref": grant.uploadId } }).then(read);
  };
  try {
    let status = 0;
    const { value: first, most } = await watched(service.pid, () =>
      seconds(async () => {
        status = await post();
      }),
    );
    const took = status === 200 ? Math.min(first, await seconds(post)) : first;
    const ahead = status === 200 ? await seconds(() => byReference(body)) : Number.NaN;
    // A part that nobody asked for makes the documents a byte too many.
    const documents = it.parts.reduce((sum, [, value]) => sum + (typeof value === "string" ? 0 : value.length), 0);
    const larger = await wire([...it.parts, ["file", new Uint8Array(100 * MB + 1 - documents)]]);
    const tooLarge = await byReference(larger.body);
    return { status, took, most, ahead, tooLarge, size: body.length / MB };
  } finally {
    await service.stop();
  }
};

for (const name of named) {
  const it = await cases[name]!();
  const { status, took, most, ahead, tooLarge, size } = await overHttp(it);
  for (const part of warmParts().values()) await part.start();
  const engine = await alone(it);
  for (const part of warmParts().values()) await part.stop();
  const ratio =
    engine === undefined
      ? "the engine alone does not end in time"
      : `the engine alone ${engine.toFixed(1)}: ${(took / engine).toFixed(2)} times`;
  console.log(
    `${it.path}, ${size.toFixed(1)} MB (${it.what}): ${status} in ${took.toFixed(1)} s, ${ratio}; sent ahead ${ahead.toFixed(1)} s; ` +
      `${most.all.toFixed(0)} MB in all processes at the most (${(most.all / size).toFixed(1)} times the body), the server ${most.itself.toFixed(0)} (${(most.itself / size).toFixed(1)}); a byte too many sent ahead: ${tooLarge}`,
  );
}
