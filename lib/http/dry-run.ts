import { costOf } from "../accounts/cost.ts";
import type { Contract } from "../contract/contract.ts";
import { type Event, headerOf, type Middleware, type Reply } from "./exchange.ts";
import { jsonReply } from "./json-reply.ts";

const DRY_RUN = /(?:^|,)\s*dry-run\s*(?:,|;|$)/i;

/** Whether the caller only asks whether a request is valid and what it costs (`Prefer: dry-run`, RFC 7240). */
export const isDryRun = (event: Event): boolean => DRY_RUN.test(headerOf(event, "prefer") ?? "");

/** Answers a dry run: everything is checked, nothing is done or charged. */
export const dryRun = <Input>(contract: Contract<Input>): Middleware => ({
  after: (request) => {
    const { event, internal } = request;
    if (!isDryRun(event)) return;
    const creditsUsed = costOf(contract, event.input as Input, event.plan!);
    const reply: Reply = jsonReply(200, { dryRun: true, creditsUsed, creditsRemaining: internal.standing!.balance });
    reply.headers["Preference-Applied"] = "dry-run";
    request.response = reply;
  },
});
