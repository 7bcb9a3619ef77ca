import { networkInterfaces } from "node:os";
import { config } from "../config.ts";
import { networks, within } from "./address.ts";

/** The "bad ports" of the Fetch standard: no document asks them for anything. */
const BAD = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Whether the Fetch standard forbids the port. */
export const isBadPort = (port: number): boolean => BAD.has(port);

const own = new Set<number>();

/** Keeps documents off a port on which this machine listens for the service, whatever the operator allows. */
export const protectPort = (port: number): void => {
  own.add(port);
};

/** Takes the protection back, when nothing listens there any more. */
export const releasePort = (port: number): void => {
  own.delete(port);
};

protectPort(config.port);
const runtimePort = Number(config.runtimeApi?.split(":").at(-1));
if (runtimePort > 0) protectPort(runtimePort);

const loopback = networks(["0.0.0.0/8", "127.0.0.0/8", "::/127"]);

const isThisMachine = (address: string): boolean =>
  within(loopback, address) ||
  Object.values(networkInterfaces()).some((list) => list?.some((entry) => entry.address === address));

/** Whether the service itself, or what runs it, listens at this address and port. */
export const isOwnPort = (address: string, port: number): boolean => own.has(port) && isThisMachine(address);
