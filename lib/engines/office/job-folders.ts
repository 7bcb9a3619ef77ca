import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";

/** The number of further attempts to remove a folder to which a child still writes. */
const REMOVAL_RETRIES = 5;

/**
 * The folders of a zygote's jobs, in the zygote's home. The child that waits for the next job already has its folder. One
 * class, because each method moves a folder between the same states.
 */
export class JobFolders {
  readonly #home: string;
  readonly #isZygoteAlive: () => boolean;
  readonly #inUse = new Set<string>();
  /** The folder of the waiting child, until a job reserves it. */
  #offered: string | undefined;
  /** The folder of the waiting child, until a job begins in it. */
  #ofWaitingChild: string | undefined;

  constructor(home: string, isZygoteAlive: () => boolean) {
    this.#home = home;
    this.#isZygoteAlive = isZygoteAlive;
  }

  /** Offers the folder of a new waiting child to the next job. */
  offer(folder: string): void {
    // The child of a folder that was still offered has ended.
    const stale = this.#offered;
    this.#ofWaitingChild = folder;
    this.#offered = folder;
    if (stale !== undefined) this.remove(stale);
  }

  /** The folder for a job: that of the waiting child, or a new one. */
  reserve(): string {
    const folder = this.#offered ?? mkdtempSync(join(this.#home, "job-"));
    this.#offered = undefined;
    this.#inUse.add(folder);
    return folder;
  }

  /** Notes that the zygote receives a job in this folder. */
  begin(folder: string): void {
    if (folder === this.#ofWaitingChild) this.#ofWaitingChild = undefined;
  }

  /** Removes a job's folder. After the last folder of an ended zygote, the zygote's home is removed too. */
  remove(folder: string): void {
    this.#inUse.delete(folder);
    try {
      if (folder === this.#ofWaitingChild && this.#isZygoteAlive()) {
        // The zygote has not received this job, so its child still waits in this folder for the next job.
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
        this.#offered = folder;
        return;
      }
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It is removed with the zygote's home.
    }
    if (!this.#isZygoteAlive()) rmdir(this.#home).catch(() => {});
  }

  /** Removes the files of an ended zygote, except the folders in which jobs still have results. */
  async removeUnused(): Promise<void> {
    for (const name of await readdir(this.#home).catch(() => [])) {
      const path = join(this.#home, name);
      // The children end with the zygote, but not at once.
      if (!this.#inUse.has(path)) await rm(path, { recursive: true, force: true, maxRetries: REMOVAL_RETRIES });
    }
    await rmdir(this.#home).catch(() => {});
  }
}
