import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printMessage, reasonOf } from "../messages.ts";

/**
 * Starts the service and stops it when it is ready, so that Node's compile cache is in the image. Throws an Error if the
 * service does not start.
 */
const startOnce = async (): Promise<void> => {
  const data = await mkdtemp(join(tmpdir(), "platen-image-"));
  const child = spawn(process.execPath, ["local/serve.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PLATEN_HOST: "127.0.0.1", PORT: "0", PLATEN_DATA: data },
  });
  try {
    const ended = once(child, "close");
    child.stdout.once("data", () => child.kill("SIGTERM")); // the line that says that it is ready
    const [code] = await ended;
    if (code !== 0) throw new Error(`the service ends with ${code} in the image`);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
};

try {
  await startOnce();
} catch (error) {
  printMessage(reasonOf(error));
  process.exit(1);
}
