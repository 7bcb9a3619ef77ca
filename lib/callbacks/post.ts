import { type IncomingMessage, request as openRequest } from "node:http";
import { isIP, type Socket } from "node:net";
import { connect as secure } from "node:tls";
import { connectTo } from "../net/connect.ts";
import { ConnectionRefused, checkedAddresses, type FailureReason, reasonOf } from "../net/egress.ts";
import { type EgressExceptions, operatorExceptions } from "../net/exceptions.ts";
import type { AskNames } from "../net/resolve.ts";
import { portOf } from "../net/target.ts";
import { hasTrustedKey, hasTrustedKeys } from "../net/trust.ts";

/** The outcome of a message: the status of the answer and its `Retry-After`, or why there was no answer. */
export interface Posted {
  readonly status?: number | undefined;
  readonly retryAfter?: string | undefined;
  readonly error?: FailureReason | "certificate not valid" | "answer not valid" | "no secret" | undefined;
}

/** Sends a message to an address. Rejects only if the signal aborts, with its reason. */
export type Post = (
  url: URL,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
) => Promise<Posted>;

/** What may be reached in addition to public addresses, how names are resolved, and how long an answer may take. */
export interface PostOptions {
  readonly allow?: EgressExceptions;
  readonly ask?: AskNames;
  /** Milliseconds from the connection to the head of the answer. */
  readonly answerMs?: number;
}

const ANSWER_TIMEOUT_MS = 20_000;
const HEAD_LIMIT_BYTES = 16_384;

/** Longer bodies of answers are cut off. */
const BODY_LIMIT_BYTES = 65_536;
/** Milliseconds after which the body of an answer is cut off. A short one can be sent to its end. */
const BODY_TIMEOUT_MS = 1000;

const CERTIFICATE_ERROR = /^(?:ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|UNTRUSTED)/;

/** Error for a certificate that neither an authority nor the operator vouches for. */
class Untrusted extends Error {
  readonly code = "UNTRUSTED";
}

const causeOf = (error: unknown): NonNullable<Posted["error"]> => {
  if (error instanceof ConnectionRefused) return error.reason;
  const { code = "" } = error as NodeJS.ErrnoException;
  if (CERTIFICATE_ERROR.test(code)) return "certificate not valid";
  return code.startsWith("HPE_") ? "answer not valid" : reasonOf(error);
};

/** Negotiates TLS on a connection. Rejects if the certificate is not valid for the host. */
const secured = (socket: Socket, hostname: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    const over = secure({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: !hasTrustedKeys,
    });
    over.on("error", reject).once("close", () => reject(new Error("The connection ended.")));
    over.once("secureConnect", () => {
      if (over.authorized || hasTrustedKey(over)) resolve(over);
      else over.destroy(new Untrusted());
    });
  });

/** Waits until the body of an answer has ended, or is cut off at a limit. */
const drained = (answer: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(() => answer.destroy(), BODY_TIMEOUT_MS);
    answer.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > BODY_LIMIT_BYTES) answer.destroy();
    });
    answer
      .on("error", () => {})
      .on("close", () => {
        clearTimeout(timer);
        resolve();
      });
  });

/** Sends a request on a connection; resolves with the head of the answer. */
const sent = (socket: Socket, url: URL, { headers, body }: Parameters<Post>[1]): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = openRequest({
      method: "POST",
      path: url.pathname + url.search,
      setHost: false,
      headers: { Host: url.host, ...headers, "Content-Length": Buffer.byteLength(body), Connection: "close" },
      maxHeaderSize: HEAD_LIMIT_BYTES,
      createConnection: () => socket,
    });
    request.on("response", resolve).on("error", reject);
    request.on("upgrade", () => reject(Object.assign(new Error("upgrade"), { code: "HPE_UPGRADE" })));
    request.end(body);
  });

/** Does some work unless a signal has aborted. Rejects as soon as the signal aborts, although the work may go on. */
const unlessAborted = async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
};

/**
 * Sends messages as the egress guard would: each time the name is resolved anew, all its addresses are checked, and only those
 * are connected to. A redirect is an answer like any other.
 */
export const poster = ({ allow = operatorExceptions, ask, answerMs = ANSWER_TIMEOUT_MS }: PostOptions = {}): Post => {
  const attempt: Post = async (url, message, signal) => {
    let socket: Socket | undefined;
    let isLate = false as boolean;
    const cut = () => socket?.destroy();
    let timer: NodeJS.Timeout | undefined;
    signal.addEventListener("abort", cut);
    try {
      const addresses = await checkedAddresses(url.hostname, portOf(url), allow, ask);
      signal.throwIfAborted();
      socket = await connectTo(portOf(url), url.hostname, addresses);
      socket.on("error", () => {}); // reported by its user
      signal.throwIfAborted();
      timer = setTimeout(() => {
        isLate = true;
        cut();
      }, answerMs);
      const channel = url.protocol === "https:" ? await secured(socket, url.hostname) : socket;
      const answer = await sent(channel, url, message);
      clearTimeout(timer);
      await drained(answer);
      return { status: answer.statusCode, retryAfter: answer.headers["retry-after"] };
    } catch (error) {
      signal.throwIfAborted();
      return { error: isLate ? "no answer in time" : causeOf(error) };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cut);
      cut();
    }
  };
  return (url, message, signal) => unlessAborted(() => attempt(url, message, signal), signal);
};
