import type { LookupFunction } from "node:net";
import type { Address } from "./resolve.ts";
import type { FailureReason } from "./traffic.ts";

/** A look-up that gives the checked addresses of one host and no others, for `net.connect` and `http.request`. */
export const pinnedLookup =
  (addresses: [Address, ...Address[]]): LookupFunction =>
  (_host, { all }, found) => {
    if (all) found(null, addresses);
    else found(null, addresses[0].address, addresses[0].family);
  };

/** A failed connection in words. */
export const reasonOf = (error: unknown): FailureReason => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED") return "connection refused";
  return code === "ETIMEDOUT" ? "no answer in time" : "connection failed";
};
