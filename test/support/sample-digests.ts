// Starts a service of its own, sends each sample and the example of each endpoint, and prints a digest of each answer. With the
// argument `forked` one account sends all of them, in forked browsers.
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { endpoints } from "../../functions/index.ts";
import { createAccount } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../lib/accounts/table.ts";
import { config } from "../../lib/config.ts";
import type { Example } from "../../lib/contract/contract.ts";
import * as pool from "../../lib/engines/chromium/pool.ts";
import { startService } from "../../local/platen.ts";
import { LOCAL_TABLE } from "../../local/store/format.ts";
import { runningStore } from "../../local/store.ts";
import { sampleRequest } from "./sample-requests.ts";
import { until } from "./until.ts";

/** A digest of the document that an endpoint answers, and its entity tag. */
export interface SampleDigest {
  readonly digest: string;
  readonly tag: string | null;
}

const fileAt = (value: unknown): [Blob, string] | undefined =>
  typeof value === "string" && value.startsWith("@")
    ? [new Blob([readFileSync(value.slice(1))]), basename(value)]
    : undefined;

/** The content of an example; a form as curl sends it. */
const contentOf = (example: Example): FormData | object => {
  if ("json" in example) return example.json;
  const form = new FormData();
  for (const [name, value] of Object.entries(example.form)) {
    const files = [value].flat().map(fileAt);
    if (files[0] !== undefined) for (const file of files) form.append(name, ...file!);
    else form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return form;
};

const folder = mkdtempSync(join(tmpdir(), "platen-digests-"));
const service = await startService({ ...config, data: folder, port: 0 });
const table = tableAt(LOCAL_TABLE, await runningStore(folder));

const newKey = async (plan?: string): Promise<string> =>
  createKey(table, (await createAccount(table, 1000, undefined, plan))!, "test");

const oneKey = process.argv.includes("forked") ? await newKey("unlimited") : undefined;

const send = async (path: string, content: FormData | object): Promise<SampleDigest> => {
  const isForm = content instanceof FormData;
  // Each call has an account of its own, because of the rate limits, and so that no browser is forked.
  const key = oneKey ?? (await newKey());
  const reply = await fetch(service.url + path, {
    method: "POST",
    headers: { "X-API-Key": key, ...(!isForm && { "Content-Type": "application/json" }) },
    body: isForm ? content : JSON.stringify(content),
  });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  return { digest: hash("sha256", bytes), tag: reply.headers.get("etag") };
};

/** Sends a request again until it has a forked browser: beside other programs the warm one may come too late. */
const sendForked: typeof send = async (path, content) => {
  const answers: SampleDigest[] = [];
  await until(async () => {
    const anewBefore = pool.starts().new;
    answers.push(await send(path, content));
    return pool.starts().new === anewBefore;
  });
  return answers.at(-1)!;
};

const digestOf = oneKey === undefined ? send : sendForked;

/** Diagrams whose library takes names and places by chance. */
const DIAGRAMS = ["gitGraph\n commit\n branch b\n commit", "mindmap\n root\n  a\n  b"].map(
  (source) => `\`\`\`mermaid\n${source}\n\`\`\`\n`,
);

/** A tree that only the parser makes of it. */
const SHADOW_TREE = '<p>Light<div><template shadowrootmode="open"><p>Shadow</template></div>';

if (oneKey !== undefined)
  await until(async () => {
    await send("/convert/html-to-pdf", { html: "<p>Warm" });
    return pool.starts().fork > 0;
  });

const digests: Record<string, SampleDigest> = {};
for (const { contract } of endpoints) {
  const { path, output, example } = contract;
  if (output.name === undefined) continue;
  digests[`${path}, sample`] = await digestOf(path, sampleRequest(path).content);
  digests[`${path}, example`] = await digestOf(path, contentOf(example));
}
digests["diagrams"] = await digestOf("/convert/markdown-to-pdf", { markdown: DIAGRAMS.join("\n") });
digests["shadow trees"] = await digestOf("/convert/html-to-pdf", { html: SHADOW_TREE });
console.log(JSON.stringify(digests));
await service.stop();
rmSync(folder, { recursive: true });
