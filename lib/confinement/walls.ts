import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isUndumpable, kernelWalls } from "./undumpable.ts";

/** The program of `layers/launcher`, which starts another program behind the kernel's walls. It runs on x86-64 Linux. */
export const launcher = fileURLToPath(new URL("./launcher.bin", import.meta.url));

/** The walls that this kernel has: the version of Landlock (0 without it), and whether system calls can be filtered. */
export interface Walls {
  readonly landlock: number;
  readonly seccomp: boolean;
}

let found: Walls | undefined;

/** What the launcher says of this kernel. If it does not run, there are no walls. */
const askLauncher = (): Walls => {
  const { stdout } = spawnSync(launcher, ["walls"], { encoding: "latin1", env: {} });
  const [, landlock = "0", seccomp = "0"] = /^landlock (\d+) seccomp (\d)/.exec(stdout ?? "") ?? [];
  return { landlock: Number(landlock), seccomp: seccomp === "1" };
};

/** The walls of this machine. An undumpable process knows them; another one starts the launcher, which takes milliseconds. */
export const walls = (): Walls => {
  if (found !== undefined) return found;
  const known = kernelWalls();
  found = known === undefined ? askLauncher() : { landlock: known.landlock, seccomp: known.seccomp === 1 };
  return found;
};

/** Throws an Error of one line unless all walls stand and this process is undumpable. */
export const assertConfined = (): void => {
  if (!isUndumpable()) throw new Error("PLATEN_CONFINE=require: engines could read the memory of the service");
  if (isConfined(walls())) return;
  const { landlock, seccomp } = walls();
  throw new Error(
    `PLATEN_CONFINE=require: this kernel cannot confine the engines (Landlock ${landlock} of ${LANDLOCK_WITH_SCOPES}, seccomp ${seccomp ? "yes" : "no"})`,
  );
};

/** Whether all walls stand that engines are confined with: files, TCP ports, signals and system calls. */
export const isConfined = ({ landlock, seccomp }: Walls): boolean => landlock >= LANDLOCK_WITH_SCOPES && seccomp;

/** The version of Landlock that has all its walls: files since 1, TCP since 4, signals since 6. */
const LANDLOCK_WITH_SCOPES = 6;
