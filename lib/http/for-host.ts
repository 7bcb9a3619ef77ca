import middy from "@middy/core";
import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import type { Context } from "aws-lambda";
import { config } from "../config.ts";
import type { Event, Host, Reply } from "./exchange.ts";

type Handler = (event: Event, context: Context & Host) => Promise<Reply>;

/** What a function does on Lambda after its answer was sent, or could not be sent. It must not reject. */
type Afterwards = (call: { readonly event: unknown; readonly context: Context }) => Promise<void>;

/** A handler as its host calls it. Lambda streams the answer, and then runs `afterwards`; other hosts take the answer as it is. */
export const forHost = (handler: Handler, afterwards?: Afterwards): Handler => {
  if (!config.onLambda) return handler;
  const plugin = {
    executionMode: executionModeStreamifyResponse,
    timeoutEarlyInMillis: 0,
    ...(afterwards && { requestEnd: afterwards as never }),
  };
  return middy(plugin).handler(handler as never) as unknown as Handler;
};
