import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { accountsIn, openAccounts } from "../../lib/accounts/accounts.ts";
import { createAccount } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import {
  contract,
  fields,
  fileParts,
  integer,
  jsonPart,
  MB,
  mapped,
  optional,
  text,
} from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { startServer } from "../../lib/server/server.ts";
import { setBodyStore } from "../../lib/stored-bodies/body-store.ts";
import { FolderBodies } from "../../lib/stored-bodies/folder.ts";
import { documentOf } from "./openapi/document-of.ts";
import { holdAnswers } from "./openapi/hold-answers.ts";
import { table } from "./table.ts";

/** The clock of the meter, in ms since 1970. */
export const clock = { now: 1_790_000_000_000 };

/** Accepts anything but `!`, for which the check throws an unexpected error. */
const anything = {
  name: "trial",
  check: (bytes: Buffer) => {
    if (bytes.equals(Buffer.from("!"))) throw new Error("secret detail of the document");
  },
};
interface Trial {
  readonly cost: number;
  readonly wait?: number | undefined;
  readonly fail?: string | undefined;
  readonly file?: string | undefined;
}
const trial = contract<Trial>({
  path: "/trial",
  summary: "Answers at once, or after a number of milliseconds, or with a file, or fails.",
  accepts: {
    json: fields({ cost: integer(1, 2), wait: optional(integer(0)), fail: optional(text()), file: optional(text()) }),
    form: mapped(
      fields({ file: fileParts(anything, { min: 1, max: 5 }), options: optional(jsonPart(fields({}))) }),
      (): Trial => ({ cost: 1 }),
    ),
  },
  example: { json: { cost: 1 } },
  limitBytes: MB,
  credits: { of: { one: 1, two: 2 }, by: (input) => (input.cost === 2 ? "two" : "one") },
  output: { name: "trial.pdf", type: "application/pdf" },
});

/** An endpoint with the real middlewares, and with work that takes no time. */
export const handler = endpoint(trial, async (input, signal) => {
  if (input.wait !== undefined)
    await sleep(input.wait, undefined, { signal }).catch(() => Promise.reject(signal.reason));
  if (input.fail !== undefined) throw new Error(input.fail);
  if (input.file !== undefined) {
    const path = input.file;
    return { body: { path, size: statSync(path).size, remove: () => rm(path) } };
  }
  return { body: Buffer.from("%PDF-trial") };
});

openAccounts(accountsIn(table, () => clock.now));
/** The folder of the kept answers. */
export const bodiesFolder = await mkdtemp(join(tmpdir(), "platen-trial-"));
setBodyStore(new FolderBodies(bodiesFolder));
const server = await startServer([handler], { host: "127.0.0.1", port: 0 });
after(async () => {
  await server.stop();
  await rm(bodiesFolder, { recursive: true, force: true });
});

/** The address of an endpoint with the real server and middlewares, and with work that takes no time. */
export const trialUrl = `http://127.0.0.1:${server.port}/v1/trial`;
holdAnswers(trialUrl, documentOf([trial as never]));

/** A new account's id and key, with these credits. */
export const newAccount = async (credits: number): Promise<{ account: string; key: string }> => {
  const account = (await createAccount(table, credits))!;
  return { account, key: await createKey(table, account, "trial") };
};

/** Calls the trial endpoint and reads the answer to its end. */
export const call = async (key: string, body: object | Uint8Array, contentType = "application/json") => {
  const raw = body instanceof Uint8Array;
  const reply = await fetch(trialUrl, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": contentType },
    body: raw ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
  });
  const answer = await reply.text();
  const code = reply.status === 200 ? "OK" : (JSON.parse(answer).error.code as string);
  return { status: reply.status, code, headers: reply.headers, answer };
};
