import { unpackChromium } from "../layers/chromium/unpack.ts";
import { tell } from "./tell.ts";

/** Makes what the engines need on this machine, once: later runs find it made. Rejects where something cannot be had. */
export const prepare = async (): Promise<void> => {
  await unpackChromium(tell);
};
