import { after } from "node:test";
import { rotateCallbackSecret } from "../../lib/accounts/operator/callback-secrets.ts";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../lib/accounts/table.ts";
import { LOCAL_TABLE } from "../../local/store/format.ts";
import { runningStore } from "../../local/store.ts";
import type { OpenApi } from "./openapi/answer-differences.ts";
import { holdAnswers } from "./openapi/hold-answers.ts";
import type { RunningService } from "./start-service.ts";

const sharedService = process.env["TEST_SERVICE"];

/** The service of all files of this run, or one that this file starts in its own process. */
const running = async (): Promise<RunningService> => {
  if (sharedService !== undefined) return JSON.parse(sharedService);
  // Loaded only here: it is most of the code of this process.
  const { startTestService } = await import("./start-service.ts");
  const { stop, ...service } = await startTestService();
  after(stop);
  return service;
};

/** The base address of the running service, and its data folder. */
const { url, folder, rich } = await running();

export { folder, url };

holdAnswers(url, (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi);

/** The table of the running service. */
export const table = tableAt(LOCAL_TABLE, await runningStore(folder));

/**
 * A new account with these credits: its id and its key. Each account has separate rate windows, and processes that stay warm for
 * it alone: tests that send many documents send them for one account, on the plan `unlimited`.
 */
export const newAccount = async (credits = 100, plan?: "unlimited"): Promise<{ account: string; key: string }> => {
  const account = (await createAccount(table, credits, undefined, plan))!;
  return { account, key: await createKey(table, account, "test") };
};

/** A new account with 100 credits and a secret of its callbacks. */
export const newCalledBack = async (): Promise<{ account: string; key: string; secret: string }> => {
  const { account, key } = await newAccount();
  return { account, key, secret: (await rotateCallbackSecret(table, account)).callbackSecret };
};

/** Remaining, used and reserved credits of an account. */
export const usage = (account: string) => usageOf(table, account);

/**
 * The account of requests whose credits nobody counts: it has a million of them, and no rate windows. All files share it, and the
 * processes that stay warm for it.
 */
export const richAccount = rich;

/** Posts a form, or a value as JSON; without a key for the rich account. */
export const post = async (
  path: string,
  body: FormData | Uint8Array | object | string,
  { key, ...headers }: { key?: string } & Record<string, string> = {},
): Promise<Response> => {
  const raw = typeof body === "string" || body instanceof FormData || body instanceof Uint8Array;
  return fetch(url + path, {
    method: "POST",
    headers: {
      "X-API-Key": key ?? richAccount.key,
      ...(body instanceof FormData ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: (raw ? body : JSON.stringify(body)) as string,
  });
};

/** Status, code and message of an error. Fails if the body is not the interface's envelope. */
export const failure = async (reply: Promise<Response> | Response) => {
  const response = await reply;
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, code: error.code, message: error.message };
};
