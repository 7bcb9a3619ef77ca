import type { Context } from "aws-lambda";
import type { Event, Host, Reply } from "../http/exchange.ts";

/** An endpoint, as `endpoint` makes it. */
export interface Endpoint {
  (event: Event, context: Context & Host): Promise<Reply>;
  readonly contract: { readonly path: string };
}
