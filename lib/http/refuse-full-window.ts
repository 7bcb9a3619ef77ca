import { accounts } from "../accounts/accounts.ts";
import type { Middleware } from "./exchange.ts";

/** Throws RATE_LIMIT_EXCEEDED where the caller's window is known to be full, before anything of the body is read. */
export const refuseFullWindow = (): Middleware => ({
  before: ({ internal }) => {
    internal.standing = accounts().meter.knownRefusal(internal.caller!);
    if (internal.standing?.refusal !== undefined) throw internal.standing.refusal;
  },
});
