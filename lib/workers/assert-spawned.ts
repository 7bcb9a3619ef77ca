import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Gives back a child process that was spawned just now. Throws an Error of one line where the machine has no room for it
 * or its program does not exist. Node only emits an event for these errors, and without a listener it would end this process.
 */
export const assertSpawned = <Child extends ChildProcess>(child: Child): Child => {
  child.on("error", () => {}); // a later failure shows as the exit of the child
  if (child.pid !== undefined) return child;
  const { spawnfile } = child;
  throw new Error(existsSync(spawnfile) ? "There is no room for another process." : `${spawnfile} does not exist.`);
};
