import { isIP } from "node:net";
import { config } from "../config.ts";
import { networks, within } from "./address.ts";

/** What the operator lets documents reach beside the public internet. */
export interface Exceptions {
  allowsName(name: string): boolean;
  allowsAddress(address: string): boolean;
  /** Whether there are any. */
  readonly some: boolean;
}

const isNetwork = (entry: string): boolean => isIP(entry.split("/")[0]!) !== 0;

/** A name as it is compared: lower case, in ASCII, without a root dot. */
const plain = (name: string): string => {
  const url = `http://${name}`;
  return (URL.canParse(url) ? new URL(url).hostname : name).replace(/\.$/, "");
};

/** Reads names, addresses and CIDR blocks; throws a RangeError for an entry that is none. */
export const exceptions = (entries: readonly string[]): Exceptions => {
  const list = networks(entries.filter(isNetwork));
  const names = new Set<string>();
  for (const entry of entries.filter((given) => !isNetwork(given))) {
    const name = plain(entry);
    if (!/^[^\s/:@]+$/.test(entry) || !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)) {
      throw new RangeError(`not a name, an address or a CIDR block: "${entry}"`);
    }
    names.add(name);
  }
  return {
    allowsName: (name) => names.has(plain(name)),
    allowsAddress: (address) => within(list, address),
    some: entries.length > 0,
  };
};

/** The exceptions of `PLATEN_EGRESS_ALLOW`. */
export const operatorExceptions = exceptions(config.egressAllow);
