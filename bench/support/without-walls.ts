// Lets the launcher seem to find no walls, so that engines start without them. For benches only.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { launcher } from "../../lib/confinement/walls.ts";

const { spawnSync } = childProcess;
childProcess.spawnSync = ((program: string, ...rest: never[]) =>
  program === launcher ? { stdout: "landlock 00 seccomp 0\n" } : spawnSync(program, ...rest)) as typeof spawnSync;
syncBuiltinESMExports();
