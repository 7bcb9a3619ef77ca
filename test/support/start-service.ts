import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { config } from "../../lib/config.ts";
import { startService } from "../../local/platen.ts";

/** A running service: its base address and its data folder. */
export interface RunningService {
  readonly url: string;
  readonly folder: string;
}

/** Starts a service with a data folder of its own. `stop` ends it and removes the folder. */
export const startTestService = async (): Promise<RunningService & { stop(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), "platen-test-"));
  const service = await startService({ ...config, data: folder, port: 0 });
  const stop = async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: service.url, folder, stop };
};
