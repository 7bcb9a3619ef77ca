import { connect, type Socket } from "node:net";
import { DOCUMENT_LIMITS, pinnedLookup } from "./egress.ts";
import type { Address } from "./resolve.ts";

/** Connects to a checked address of a host. Rejects with the system's error, with the code ETIMEDOUT also if it takes too long. */
export const connectTo = (port: number, host: string, addresses: [Address, ...Address[]]): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: host.replace(/^\[(.*)\]$/, "$1"), port, lookup: pinnedLookup(addresses) });
    const late = () => socket.destroy(Object.assign(new Error("silence"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(late, DOCUMENT_LIMITS.connectMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once("error", fail).once("connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      resolve(socket);
    });
  });
