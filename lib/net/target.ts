import { ServiceError } from "../errors.ts";
import { isBadPort } from "./ports.ts";
import { NameNotFound, resolve } from "./resolve.ts";

/** The port that a URL means. */
export const portOf = ({ port, protocol }: URL): number => {
  if (port !== "") return Number(port);
  return /^(https|wss):$/.test(protocol) ? 443 : 80;
};

const invalid = (message: string): ServiceError => new ServiceError("INVALID_REQUEST", message);

/**
 * Judges the address of URL mode before any browser sees it, and gives it parsed. Throws INVALID_REQUEST for anything
 * but a plain http or https address on a permitted port, SSRF_BLOCKED when it leads to a private address. A name that
 * is not found passes: only the work can fail for it.
 */
export const checkTarget = async (text: string): Promise<URL> => {
  if (!URL.canParse(text)) throw invalid("url must be an absolute http or https address.");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw invalid("url must have the scheme http or https.");
  if (url.username || url.password) throw invalid("url must not hold a user name or a password.");
  if (isBadPort(portOf(url))) throw invalid(`url names port ${portOf(url)}, on which no website may be asked.`);
  try {
    await resolve(url.hostname, portOf(url));
  } catch (error) {
    if (!(error instanceof NameNotFound)) {
      throw new ServiceError("SSRF_BLOCKED", "url must be a public address.", { cause: error });
    }
  }
  return url;
};
