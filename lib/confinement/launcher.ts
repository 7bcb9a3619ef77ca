import { fileURLToPath } from "node:url";

/** The program of `layers/launcher`, which starts another program behind the kernel's walls. It runs on x86-64 Linux. */
export const launcher = fileURLToPath(new URL("./launcher.bin", import.meta.url));
