import middy from "@middy/core";
import { executionModeStandard } from "@middy/core/Standard";
import type { Context } from "aws-lambda";
import type { ServiceError } from "../errors/service-error.ts";
import type { EndpointResult, Event, Host, Reply } from "./exchange.ts";
import type { Received } from "./request.ts";
import { toServiceError } from "./to-service-error.ts";

/**
 * One step before and after the work. `Needs` are the fields of the request that earlier middlewares have added. The fields that
 * its own `before` returns (`Adds`) become part of the request.
 */
export interface Middleware<Needs extends object, Adds extends object = object> {
  /** Runs on the way to the work. An error that it throws is the answer. */
  readonly before?: (request: Needs & Partial<Adds>) => Adds | Promise<Adds>;
  /** Runs after the work, with the answer. */
  readonly after?: (request: Needs & Adds, reply: Reply) => Promise<void> | void;
  /** Runs after an error if `before` has started, with the answer for the error. */
  readonly onError?: (request: Needs & Partial<Adds>, reply: Reply, error: ServiceError) => Promise<void> | void;
}

/** Makes the answers. */
export interface Responder<Needs extends object> {
  readonly reply: (request: Needs, result: EndpointResult) => Promise<Reply>;
  /** The answer for an error, which may have happened before any middleware has added its fields. */
  readonly errorReply: (request: Partial<Needs>, error: ServiceError) => Promise<Reply>;
}

/** The state of a chain in Middy: the middlewares whose `before` has started. */
interface Progress extends Record<string, unknown> {
  started: Set<unknown>;
}

/** The middlewares of an endpoint in their order. `State` is the request as the last of them leaves it. */
export class Chain<State extends Received> {
  readonly #middy = middy<Received, Reply | EndpointResult, Error, Context & Host, Partial<Progress>>({
    executionMode: executionModeStandard,
    timeoutEarlyInMillis: 0, // the deadline does this with a message
  }).before((call) => {
    call.event = { ...call.event, context: call.context };
    call.internal.started = new Set();
  });

  /** Adds a middleware. Its type demands that earlier ones have added what it needs. */
  use<Adds extends object>(middleware: Middleware<State, Adds>): Chain<State & Adds> {
    const { before, after, onError } = middleware;
    this.#middy.use({
      before: async ({ event, internal }) => {
        internal.started?.add(middleware);
        if (before) Object.assign(event, await before(event as State & Partial<Adds>));
      },
      after: async ({ event, response }) => after?.(event as State & Adds, response as Reply),
      onError: async ({ event, internal, response, error }) => {
        if (internal.started?.has(middleware))
          await onError?.(event as State & Partial<Adds>, response as Reply, toServiceError(error));
      },
    });
    return this as unknown as Chain<State & Adds>;
  }

  /** The handler that does the work behind the middlewares and answers. */
  handle(work: (request: State) => Promise<EndpointResult>, { reply, errorReply }: Responder<State>) {
    const handler = this.#middy
      .use({
        after: async (call) => {
          call.response = await reply(call.event as State, call.response as EndpointResult);
        },
        onError: async (call) => {
          call.response = await errorReply(call.event as Partial<State>, toServiceError(call.error));
        },
      })
      .handler((request) => work(request as State));
    return handler as unknown as (event: Event, context: Context & Host) => Promise<Reply>;
  }
}
