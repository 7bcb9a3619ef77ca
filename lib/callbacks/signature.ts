import { createHmac } from "node:crypto";
import type { CallbackSecret } from "../accounts/callback-secrets.ts";

const SECRET_PREFIX = "whsec_";
const MS_PER_SECOND = 1000;

const signature = ({ text }: CallbackSecret, content: string): string => {
  const key = Buffer.from(text.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
};

/** A message of one attempt: its id, when it is sent (ms since 1970), and its body. */
interface Message {
  readonly id: string;
  readonly at: number;
  readonly body: string;
}

/** The headers by which a receiver verifies a message (Standard Webhooks), with a signature for each valid secret. */
export const signedHeaders = (
  { id, at, body }: Message,
  secrets: readonly CallbackSecret[],
): Readonly<Record<string, string>> => {
  const seconds = Math.floor(at / MS_PER_SECOND);
  const content = `${id}.${seconds}.${body}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets.map((secret) => signature(secret, content)).join(" "),
  };
};
