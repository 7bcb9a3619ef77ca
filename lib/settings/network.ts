import { isIP } from "node:net";

/** An address with the length of its network's prefix in bits: `10.0.0.0/8` is `{ address: "10.0.0.0", prefixLength: 8 }`. */
interface Network {
  readonly address: string;
  readonly prefixLength: number;
}

/** The network of an address or a CIDR block (RFC 4632, RFC 4291); undefined for other texts. */
export const parseNetwork = (text: string): Network | undefined => {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  const prefixLength = Number(bits ?? most);
  return version === 0 || prefixLength > most ? undefined : { address, prefixLength };
};
