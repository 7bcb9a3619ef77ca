import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { parseNetwork } from "../settings/network.ts";

/** The IANA IPv4 special-purpose address registry (RFC 6890 and its updates), with multicast and former class E. */
const SPECIAL_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** The special-purpose blocks of the IANA IPv6 registry within global unicast (2000::/3), Teredo and 6to4 among them. */
const SPECIAL_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

/**
 * The metadata services of clouds, which hold credentials: AWS and most others, Azure's platform address, Alibaba, Oracle,
 * and Google over IPv6. No exception of the operator opens them.
 */
const METADATA_NETWORKS = [
  "169.254.0.0/16",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::/32",
  "fd20:ce::/32",
];

const family = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** The networks of these addresses and CIDR blocks. Throws a RangeError that names an entry that is neither. */
export const networks = (entries: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const entry of entries) {
    const network = parseNetwork(entry);
    if (network === undefined) throw new RangeError(`not an address or a CIDR block: "${entry}"`);
    list.addSubnet(network.address, network.prefixLength, family(network.address));
  }
  return list;
};

/** Whether an address lies in one of the networks. An IPv4-mapped address counts as its IPv4 address. */
export const isInNetworks = (list: BlockList, address: string): boolean => list.check(address, family(address));

/**
 * Returns whether an address lies in one of these networks. Their list is made when the first address is asked for: making it takes
 * milliseconds of the start of functions that never ask.
 */
export const within = (entries: readonly string[]): ((address: string) => boolean) => {
  let list: BlockList | undefined;
  return (address) => {
    list ??= networks(entries);
    return isInNetworks(list, address);
  };
};

const isSpecialV4 = within(SPECIAL_V4);
const isSpecialV6 = within(SPECIAL_V6);
const isGlobalUnicast = within(["2000::/3"]);
const isMetadataAddress = within(METADATA_NETWORKS);

const withoutZone = (address: string): string => address.replace(/%.*/s, "");

/** The 16 bytes of an IPv6 address as eight numbers. */
const groups = (address: string): number[] => {
  const { hostname } = new URL(`http://[${withoutZone(address)}]`);
  const [head = "", tail] = hostname.slice(1, -1).split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill("0"), ...right].map((group) => Number.parseInt(group, 16));
};

const dottedDecimal = (high: number, low: number): string => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;

/**
 * The IPv4 addresses that an IPv6 address may lead to: IPv4-mapped and -compatible, NAT64 (RFC 6052, 8215),
 * 6to4 (RFC 3056), Teredo's server and client (RFC 4380) and ISATAP.
 */
const embeddedIpv4 = (address: string): string[] => {
  if (family(address) === "ipv4") return [];
  const [a = 0, b = 0, c = 0, d = 0, , f = 0, g = 0, h = 0] = groups(address);
  const last = dottedDecimal(g, h);
  if (a === 0x2002) return [dottedDecimal(b, c)];
  if (a === 0x2001 && b === 0) return [dottedDecimal(c, d), dottedDecimal(~g & 0xffff, ~h & 0xffff)];
  if (a === 0x64 && b === 0xff9b) return [last];
  return (a | b | c | d) === 0 || f === 0x5efe ? [last] : [];
};

/** Whether the address is one of this machine: behind a public address, services may listen that are meant for the machine alone. */
const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces())
    .flat()
    .some((own) => own !== undefined && isInNetworks(networks([withoutZone(own.address)]), address));

/**
 * Whether a document may reach the address: global unicast, in no special-purpose block of the IANA registries, no metadata
 * service, and no address of this machine.
 */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes("%") || isMetadata(address) || isOwn(address)) return false;
  if (isIP(address) === 4) return !isSpecialV4(address);
  if (!isGlobalUnicast(address) || isSpecialV6(address)) return false;
  return embeddedIpv4(address).every(isPublic);
};

/** Whether the address, or an IPv4 address embedded in it, is that of a cloud's metadata service. */
export const isMetadata = (address: string): boolean =>
  isMetadataAddress(address) || embeddedIpv4(address).some(isMetadataAddress);
