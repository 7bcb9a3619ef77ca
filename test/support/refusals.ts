import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, newAccount, post, usage } from "./platen.ts";

/** A request that is refused: the reason, the body, the expected status and code, and a pattern for the message. */
export type Refusal = readonly [
  why: string,
  body: FormData | object | string,
  status: number,
  code: string,
  names: RegExp,
];

/** Tests that each request gets its error, and costs nothing. */
export const refuses = (path: string, refusals: readonly Refusal[]): void => {
  const asking = newAccount(5, "unlimited");
  for (const [why, body, status, code, names] of refusals) {
    test(`refuses when ${why}, and charges nothing`, async () => {
      const { account, key } = await asking;
      const reply = await post(path, body, { key });
      assert.equal(reply.headers.get("x-credits-used"), "0");
      assert.equal(reply.headers.get("x-credits-remaining"), "5");
      const { message, ...refusal } = await failure(reply);
      assert.deepEqual(refusal, { status, code });
      assert.match(message, names);
      assert.deepEqual(await usage(account), { account, credits: 5, used: 0, reserved: 0 });
    });
  }
};
