import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { chromiumFolder, version } from "../../lib/engines/chromium/installation.ts";
import { fontsFolder } from "../../lib/fonts/folder.ts";

/** Long enough for a machine that has much else to do. */
const FILL_TIMEOUT_MS = 120_000;

const SWITCHES = [
  "--headless",
  "--no-sandbox",
  "--single-process",
  "--no-zygote",
  "--disable-gpu",
  "--disable-software-rasterizer",
  "--disable-dev-shm-usage",
  "--remote-debugging-pipe",
  "about:blank",
];

/**
 * Starts a browser whose home folder is `home`, and waits for its first answer. Browsers read their fonts before that.
 * It is killed, because a browser that is asked to end crashes now and then if the machine is busy.
 */
const startBrowser = async (home: string): Promise<void> => {
  const child = spawn(join(chromiumFolder, "chromium"), SWITCHES, {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    env: {
      HOME: home,
      LD_LIBRARY_PATH: join(chromiumFolder, "lib"),
      FONTCONFIG_FILE: join(fontsFolder, "fonts.conf"),
    },
    timeout: FILL_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const [, , , commands, answers] = child.stdio;
  const ended = once(child, "close");
  const answered = once(answers as Readable, "data").then(() => undefined);
  (commands as Writable).on("error", () => {}).write(`${JSON.stringify({ id: 1, method: "Browser.getVersion" })}\0`);
  const end = await Promise.race([answered, ended]);
  child.kill("SIGKILL");
  await ended;
  if (end !== undefined) throw new Error(`Chromium ended with ${end[1] ?? end[0]} before its first answer`);
};

/**
 * Lets Chromium write fontconfig's cache of the font set, if it is not there already. Browsers that print documents may not
 * write there, and without the cache each of them reads all fonts (0.1 s of processor time).
 */
export const fillFontCache = async (): Promise<void> => {
  const marker = join(fontsFolder, "cache", `chromium-${version}`);
  if (existsSync(marker) || !existsSync(join(fontsFolder, "fonts.conf"))) return;
  // The cache is valid for this time of the folder. Container images keep only whole seconds.
  const now = new Date(Math.floor(Date.now() / 1000) * 1000);
  await utimes(join(fontsFolder, "files"), now, now);
  const home = await mkdtemp(join(tmpdir(), "platen-fonts-"));
  try {
    await startBrowser(home);
    await writeFile(marker, "");
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};
