import { lookup, Resolver } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { isMetadata, isPublic } from "./address.ts";
import { type EgressExceptions, operatorExceptions } from "./exceptions.ts";
import { isOwnPort } from "./ports.ts";

/** Error for an address that documents must not reach. */
export class PrivateAddress extends Error {
  override readonly name = "PrivateAddress";
}

/** Error for a name without an address. */
export class NameNotFound extends Error {
  override readonly name = "NameNotFound";
}

/** A checked address in the form that `lookup` of `net.connect` returns. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

const DNS_TIMEOUT_MS = 5000;
let resolver: Resolver | undefined;

/** Finds the addresses of a name. Throws NameNotFound if the name servers do not answer. */
export type AskNames = (name: string) => Promise<string[]>;

const answers = async (query: Promise<string[]>): Promise<string[]> => {
  try {
    return await query;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENODATA" || code === "ENOTFOUND") return [];
    throw new NameNotFound(`DNS: ${code}`, { cause: error });
  }
};

/** Asks the name servers without getaddrinfo, with which slow name servers would block all threads of libuv. */
const askNameServers: AskNames = async (name) => {
  resolver ??= new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const [v4, v6] = await Promise.allSettled([answers(resolver.resolve4(name)), answers(resolver.resolve6(name))]);
  if (v4.status === "rejected" && v6.status === "rejected") throw v4.reason;
  return [v4, v6].flatMap((result) => (result.status === "fulfilled" ? result.value : []));
};

/** Resolves a name as the machine does, with `/etc/hosts`. */
const askMachine = async (name: string): Promise<string[]> => {
  try {
    return (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
  } catch (error) {
    throw new NameNotFound("DNS: no address", { cause: error });
  }
};

let hostsFile: Set<string> | undefined;

/** Names of one label, which search domains would complete, and the top-level domains of private networks. */
const PRIVATE_NAME = /^[^.]+$|(^|\.)(localhost|local|internal|home\.arpa)$/i;

const isInHostsFile = (name: string): boolean => {
  hostsFile ??= new Set(
    readHosts().flatMap((line) => line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/).slice(1)),
  );
  return hostsFile.has(name.toLowerCase());
};

const readHosts = (): string[] => {
  try {
    return readFileSync("/etc/hosts", "utf8").split("\n");
  } catch {
    return [];
  }
};

const addressesOf = async (name: string, allowed: boolean, isAny: boolean, ask: AskNames): Promise<string[]> => {
  if (allowed || isInHostsFile(name)) return askMachine(name);
  const found = await ask(name);
  if (found.length === 0 && isAny) return askMachine(name);
  return found;
};

/**
 * The checked addresses of a URL's host (in the form of `URL.hostname`): a connection to any of them reaches nothing
 * private. Throws PrivateAddress when one of them is private and not an exception, NameNotFound when there is no address.
 */
export const resolveHost = async (
  host: string,
  port: number,
  allow: EgressExceptions = operatorExceptions,
  ask: AskNames = askNameServers,
): Promise<[Address, ...Address[]]> => {
  const name = host.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const allowedName = allow.allowsName(name);
  if (isIP(name) === 0 && !allow.isAny && PRIVATE_NAME.test(name)) throw new PrivateAddress();
  const found = isIP(name) ? [name] : await addressesOf(name, allowedName, allow.isAny, ask);
  for (const address of found) {
    const open = isPublic(address) || allowedName || allow.allowsAddress(address);
    if (!open || isMetadata(address) || isOwnPort(address, port)) throw new PrivateAddress();
  }
  const [first, ...rest] = found.map((address): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  if (first === undefined) throw new NameNotFound("DNS: no address");
  return [first, ...rest];
};
