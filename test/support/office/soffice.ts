import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { libreofficeFolder } from "../../../lib/engines/office/installation.ts";
import { fontsFolder } from "../../../lib/fonts/folder.ts";

/** soffice exits with this code when it has made its profile and has to be started again. */
const RESTART_EXIT_CODE = 81;

/** Runs `soffice --convert-to pdf` of a tree (by default the engines' tree), with its profile in `folder`. */
export const soffice = async (
  folder: string,
  files: readonly string[],
  output: string,
  tree = libreofficeFolder,
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const program = join(tree, "program");
  const programArguments = [
    ...["--library-path", `${program}:${join(tree, "lib")}`, join(program, "soffice.bin")],
    ...[`-env:UserInstallation=file://${folder}/profile`, "--headless", "--norestore", "--nologo", "--nolockcheck"],
    ...["--convert-to", "pdf", "--outdir", output, ...files],
  ];
  const run = async (): Promise<number> => {
    const child = spawn(join(tree, "lib/ld-linux-x86-64.so.2"), programArguments, {
      env: {
        HOME: folder,
        TMPDIR: folder,
        FONTCONFIG_FILE: join(fontsFolder, "office.conf"),
        LANG: "en_US.UTF-8",
        TZ: "UTC",
      },
      stdio: "ignore",
      timeout: 600_000,
      killSignal: "SIGKILL",
    });
    const [code] = await once(child, "exit");
    return code ?? -1;
  };
  if ((await run()) === RESTART_EXIT_CODE) await run();
};
