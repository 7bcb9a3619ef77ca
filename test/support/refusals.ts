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

/** Tests that each request gets its error, and costs nothing. One after another, because all are of one account. */
export const refuses = (path: string, refusals: readonly Refusal[]): void => {
  const asking = newAccount(5, "unlimited");
  const check = async ([, body, status, code, names]: Refusal): Promise<void> => {
    const { account, key } = await asking;
    const reply = await post(path, body, { key });
    assert.equal(reply.headers.get("x-credits-used"), "0");
    assert.equal(reply.headers.get("x-credits-remaining"), "5");
    const { message, ...refusal } = await failure(reply);
    assert.deepEqual(refusal, { status, code });
    assert.match(message, names);
    assert.deepEqual(await usage(account), { account, credits: 5, used: 0, reserved: 0 });
  };
  let last: Promise<void> = Promise.resolve();
  for (const refusal of refusals) {
    test(`refuses when ${refusal[0]}, and charges nothing`, () => {
      const checked = last.then(() => check(refusal));
      last = checked.catch(() => undefined);
      return checked;
    });
  }
};
