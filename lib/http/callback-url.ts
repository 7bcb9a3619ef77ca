import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { accounts } from "../accounts/accounts.ts";
import { readCallbackSecrets } from "../accounts/callback-secrets.ts";
import type { Contract } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import { CALLBACK_URL_LIMIT_CHARACTERS, type CallbackTarget } from "../jobs/job.ts";
import { jobTaker } from "../jobs/taker.ts";
import { PrivateAddress, resolveHost } from "../net/resolve.ts";
import { parseTarget, portOf } from "../net/target.ts";
import { headerOf, prefers, serviceUrlOf } from "./exchange.ts";
import type { Middleware } from "./middleware.ts";
import type { Authenticated, CalledBack, Received, Referred } from "./request.ts";
import { toServiceError } from "./to-service-error.ts";

const HEADER = "X-Callback-Url";

const VISIBLE_ASCII = /^[!-~]+$/;

/** Milliseconds in which a name is resolved before its request is taken. Each attempt resolves it anew. */
const RESOLVE_MS = 2000;

const wrong = (message: string) => new ServiceError("INVALID_REQUEST", `${HEADER} ${message}`);

/** Throws INVALID_REQUEST if the host of an address is known to be none that may be reached. */
const assertPublic = async (url: URL): Promise<void> => {
  const ended = new AbortController();
  try {
    const late = sleep(RESOLVE_MS, undefined, { signal: ended.signal, ref: false }).catch(() => {});
    await Promise.race([resolveHost(url.hostname, portOf(url)), late]);
  } catch (error) {
    // What is not found now may be found when the callback is sent.
    if (error instanceof PrivateAddress) throw wrong("must be a public address.");
  } finally {
    ended.abort();
  }
};

const readUrl = async (text: string, account: string): Promise<string> => {
  if (text.length > CALLBACK_URL_LIMIT_CHARACTERS)
    throw wrong(`must have at most ${CALLBACK_URL_LIMIT_CHARACTERS} characters.`);
  // A header that is sent twice arrives as one text with a space in it.
  if (!VISIBLE_ASCII.test(text)) throw wrong("must be one address, of visible ASCII characters.");
  const url = parseTarget(text, HEADER);
  if ((await readCallbackSecrets(accounts().table, account, Date.now())).length === 0)
    throw wrong(
      "needs a secret with which callbacks are signed, and this account has none: the operator makes it with the command create-callback-secret of npm run account, or with the admin API.",
    );
  await assertPublic(url);
  return url.href;
};

/** Where a request asks that an end be reported; undefined if it does not ask. Throws INVALID_REQUEST that names the header. */
export const callbackTarget = async (request: Received & Authenticated): Promise<CallbackTarget | undefined> => {
  const text = headerOf(request, HEADER.toLowerCase());
  if (text === undefined) return undefined;
  return { url: await readUrl(text, request.caller.account), origin: serviceUrlOf(request) };
};

/** What the fingerprint of a request ends with: the same request whose end is reported elsewhere is another one. */
export const callbackFingerprint = (target: CallbackTarget | undefined): string =>
  target === undefined ? "" : ` ${createHash("sha256").update(target.url).digest("hex")}`;

/** Reads where the end of a job is to be reported. Only a request that is answered later may ask for that. */
export const callbackUrl = <Input>({
  output,
}: Contract<Input>): Middleware<Received & Authenticated & Referred, CalledBack & Pick<Referred, "refusal">> => ({
  before: async (request): Promise<CalledBack & Pick<Referred, "refusal">> => {
    const isWanted = headerOf(request, HEADER.toLowerCase()) !== undefined;
    if (!isWanted || request.refusal !== undefined) return {};
    try {
      if (output.name === undefined || !prefers(request, "respond-async"))
        throw wrong("must be sent with Prefer: respond-async, to a path that makes a document.");
      if (jobTaker() === undefined) throw wrong("cannot be used here: this service answers at once.");
      return { callback: await callbackTarget(request) };
    } catch (error) {
      return { refusal: toServiceError(error) };
    }
  },
});
