import { ServiceError } from "../errors/service-error.ts";
import { isBadPort } from "./ports.ts";
import { NameNotFound, resolveHost } from "./resolve.ts";

/** The port of a URL, or the default port of its scheme. */
export const portOf = ({ port, protocol }: URL): number => {
  if (port !== "") return Number(port);
  return /^(https|wss):$/.test(protocol) ? 443 : 80;
};

const invalid = (message: string): ServiceError => new ServiceError("INVALID_REQUEST", message);

/**
 * Reads an address that is to be reached. Throws INVALID_REQUEST, which names the field, unless it is an http or https address
 * without a password on a permitted port.
 */
export const parseTarget = (text: string, field: string): URL => {
  if (!URL.canParse(text)) throw invalid(`${field} must be an absolute http or https address.`);
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw invalid(`${field} must have the scheme http or https.`);
  if (url.username || url.password) throw invalid(`${field} must not hold a user name or a password.`);
  if (isBadPort(portOf(url))) throw invalid(`${field} must not use port ${portOf(url)}, which browsers block.`);
  return url;
};

/**
 * Checks the address of a page before a browser gets it; returns the parsed URL. Throws INVALID_REQUEST as `parseTarget` does,
 * and SSRF_BLOCKED for a private address. A name without an address passes; the work will fail with it.
 */
export const checkTarget = async (text: string): Promise<URL> => {
  const url = parseTarget(text, "url");
  try {
    await resolveHost(url.hostname, portOf(url));
  } catch (error) {
    if (!(error instanceof NameNotFound)) {
      throw new ServiceError("SSRF_BLOCKED", "url must be a public address.", { cause: error });
    }
  }
  return url;
};
