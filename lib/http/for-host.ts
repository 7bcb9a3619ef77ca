import middy from "@middy/core";
import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import type { Context } from "aws-lambda";
import { config } from "../config.ts";
import type { Event, Host, Reply } from "./exchange.ts";

type Handler = (event: Event, context: Context & Host) => Promise<Reply>;

/** A handler as its host calls it: Lambda streams the answer, others take it as it is. */
export const forHost = (handler: Handler): Handler =>
  config.onLambda
    ? (middy({ executionMode: executionModeStreamifyResponse, timeoutEarlyInMillis: 0 }).handler(
        handler as never,
      ) as unknown as Handler)
    : handler;
