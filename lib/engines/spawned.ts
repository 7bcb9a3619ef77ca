import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * A child that was spawned a moment ago. Throws an Error of one line where the machine had no room for it, or not its
 * file: Node only emits that, which ends this process where nobody listens.
 */
export const spawned = <Child extends ChildProcess>(child: Child): Child => {
  child.on("error", () => {}); // what it meets later is told by its end
  if (child.pid !== undefined) return child;
  const { spawnfile } = child;
  throw new Error(existsSync(spawnfile) ? "There is no room for another process." : `There is no ${spawnfile}.`);
};
