import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Gives back a child process that was spawned just now. Throws an Error of one line where the machine has no room for it
 * or its program does not exist: Node only emits these errors, and an error that nobody hears ends the process.
 */
export const assertSpawned = <Child extends ChildProcess>(child: Child): Child => {
  child.on("error", () => {}); // later errors show as the exit
  if (child.pid !== undefined) return child;
  const { spawnfile } = child;
  throw new Error(existsSync(spawnfile) ? "There is no room for another process." : `There is no ${spawnfile}.`);
};
