import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { textPdf } from "./pdf/raw.ts";
import { STORE_KEY } from "./store-key.ts";

/** Starts the service as a process that a test kills; resolves when it serves. `settings` name its port, data and table. */
export const startKilledServer = async (settings: Readonly<Record<string, string>>): Promise<ChildProcess> => {
  const server = spawn(process.execPath, ["local/serve.ts"], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
    env: {
      ...process.env,
      PLATEN_LOG: "off",
      AWS_REGION: "local",
      AWS_ACCESS_KEY_ID: STORE_KEY,
      AWS_SECRET_ACCESS_KEY: "local",
      ...settings,
    },
  });
  await once(server.stdout, "data");
  return server;
};

/** The form of a merge of two small files. */
export const mergeForm = (): FormData => {
  const made = new FormData();
  for (const name of ["A", "B"]) made.append("files", new Blob([new Uint8Array(textPdf(name))]), `${name}.pdf`);
  return made;
};
