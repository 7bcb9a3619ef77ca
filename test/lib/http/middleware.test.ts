import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Context } from "aws-lambda";
import { ServiceError } from "../../../lib/errors/service-error.ts";
import { Chain, type Middleware, type Responder } from "../../../lib/http/middleware.ts";

/** A middleware that notes its steps in a list and adds its name to the request. */
const noting = <Name extends string>(steps: string[], name: Name): Middleware<object, Record<Name, true>> => ({
  before: () => {
    steps.push(`before ${name}`);
    return { [name]: true } as Record<Name, true>;
  },
  after: () => void steps.push(`after ${name}`),
  onError: () => void steps.push(`error ${name}`),
});

const refusing: Middleware<{ readonly first: true }> = {
  before: () => {
    throw new ServiceError("INVALID_REQUEST", "no");
  },
};

const responder: Responder<object> = {
  reply: async () => ({ statusCode: 200, headers: {}, body: "" }),
  errorReply: async (_request, { code }) => ({ statusCode: 400, headers: {}, body: code }),
};

const event = { headers: {}, body: null };
const context = {} as Context;

suite("a chain of middlewares", () => {
  test("passes a request down and its answer up, and hands on what each middleware adds", async () => {
    const steps: string[] = [];
    const handler = new Chain()
      .use(noting(steps, "first"))
      .use(noting(steps, "second"))
      .handle(async ({ first, second }) => {
        steps.push(`work ${first} ${second}`);
        return { body: new Uint8Array() };
      }, responder);
    const { statusCode } = await handler(event, context);
    assert.equal(statusCode, 200);
    assert.deepEqual(steps, ["before first", "before second", "work true true", "after second", "after first"]);
  });

  test("answers an error with the middlewares that the request has reached, and no others", async () => {
    const steps: string[] = [];
    const handler = new Chain()
      .use(noting(steps, "first"))
      .use(refusing)
      .use(noting(steps, "second"))
      .handle(async () => assert.fail("the work is not done"), responder);
    const { statusCode, body } = await handler(event, context);
    assert.deepEqual([statusCode, body], [400, "INVALID_REQUEST"]);
    assert.deepEqual(steps, ["before first", "error first"]);
  });

  test("accepts a middleware only behind those whose findings it needs", () => {
    // @ts-expect-error: nothing has added `first`.
    new Chain().use(refusing);
    new Chain().use(noting([], "first")).use(refusing);
  });
});
