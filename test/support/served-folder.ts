import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { commandLineOf } from "./processes.ts";
import { npmStart } from "./program.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The folder in which the services keep their data; it goes with the tests. */
export const folder = temporaryFolder("serve");

/** Starts `npm start` with its data in this part of the folder. */
export const start = (data: string, settings: Record<string, string> = {}, stderr?: number) =>
  npmStart({ PLATEN_DATA: join(folder, data), ...settings }, stderr);

/** Asks a service to print HTML. */
export const print = (url: string, key: string, body: object = { html: "<p>x" }) =>
  fetch(`${url}/convert/html-to-pdf`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** Ids of the processes whose command line holds this text. */
export const processesWith = async (text: string): Promise<number[]> => {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  return pids.filter((pid) => commandLineOf(pid).includes(text));
};
