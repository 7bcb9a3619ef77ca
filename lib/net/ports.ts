import { networkInterfaces } from "node:os";
import { config } from "../config.ts";
import { within } from "./address.ts";

/** The "bad ports" of the Fetch standard, which documents must not use. */
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export const isBadPort = (port: number): boolean => BAD_PORTS.has(port);

const ownPorts = new Set<number>();

/** Forbids documents a port of the service on this machine, even if the operator's exceptions allow it. */
export const protectPort = (port: number): void => {
  ownPorts.add(port);
};

const localhostPorts = new Set<number>();

/** Forbids documents a port at 127.0.0.1. What listens at the same port of another address is not the service. */
export const protectLocalhostPort = (port: number): void => {
  localhostPorts.add(port);
};

/** Ends the protection of a port of 127.0.0.1 at which nothing listens any more. */
export const releaseLocalhostPort = (port: number): void => {
  localhostPorts.delete(port);
};

protectPort(config.port);
const runtimePort = Number(config.runtimeApi?.split(":").at(-1));
if (runtimePort > 0) protectPort(runtimePort);

const isLoopback = within(["0.0.0.0/8", "127.0.0.0/8", "::/127"]);

const isThisMachine = (address: string): boolean =>
  isLoopback(address) ||
  Object.values(networkInterfaces()).some((list) => list?.some((entry) => entry.address === address));

/** Linux connects to 127.0.0.1 if asked for 0.0.0.0. */
const isLocalhost = within(["127.0.0.1", "0.0.0.0"]);

/** Whether the service, or the runtime that runs it, listens at this address and port. */
export const isOwnPort = (address: string, port: number): boolean =>
  (ownPorts.has(port) && isThisMachine(address)) || (localhostPorts.has(port) && isLocalhost(address));
