import { config } from "../config.ts";
import { parseNetwork } from "../settings/network.ts";
import { isInNetworks, networks } from "./address.ts";

/** Names and addresses that the operator allows documents to reach in addition to the public internet. */
export interface EgressExceptions {
  allowsName(name: string): boolean;
  allowsAddress(address: string): boolean;
  readonly isAny: boolean;
}

const isNetwork = (entry: string): boolean => parseNetwork(entry) !== undefined;

/** A name in lower case and ASCII, without the root dot. */
const normalisedName = (name: string): string => {
  const url = `http://${name}`;
  return (URL.canParse(url) ? new URL(url).hostname : name).replace(/\.$/, "");
};

/** Parses names, addresses and CIDR blocks. Throws a RangeError for any other entry. */
export const parseExceptions = (entries: readonly string[]): EgressExceptions => {
  const list = networks(entries.filter(isNetwork));
  const names = new Set<string>();
  for (const entry of entries.filter((given) => !isNetwork(given))) {
    const name = normalisedName(entry);
    if (!/^[^\s/:@]+$/.test(entry) || !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)) {
      throw new RangeError(`not a name, an address or a CIDR block: "${entry}"`);
    }
    names.add(name);
  }
  return {
    allowsName: (name) => names.has(normalisedName(name)),
    allowsAddress: (address) => isInNetworks(list, address),
    isAny: entries.length > 0,
  };
};

/** The exceptions of `PLATEN_EGRESS_ALLOW`. */
export const operatorExceptions = parseExceptions(config.egressAllow);
