import "./env-file.ts";
import { existsSync, readlinkSync } from "node:fs";
import { rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { chromiumSetUpFolder } from "../lib/engines/chromium/installation.ts";
import { libreofficeSetUpFolder } from "../lib/engines/office/installation.ts";
import { updateLinkOf } from "../lib/engines/release.ts";
import { printMessage, reasonOf } from "./messages.ts";
import { answersWith, losses } from "./update/samples.ts";
import { findUpdates, type Update } from "./update/updates.ts";

// Brings newer engines to this machine beside those that run. A service that runs keeps its own until it starts anew.

const HELP = `npm run update:engines            says which engines have newer versions
npm run update:engines -- try     makes them beside those in use, and tries the samples with them
npm run update:engines -- switch  does the same; the next start uses them
npm run update:engines -- back    the next start uses the engines of the set-up again`;

/** The file in an updated engine's folder that says that the samples have passed. */
const TRIED_FILE = "tried.json";

/** Makes the updates and tries the samples with them. Throws if an answer is not what it was. */
const tryUpdates = async (updates: readonly Update[]): Promise<void> => {
  for (const { build } of updates) await build();
  const isTried = updates.every(({ folder }) => existsSync(join(folder, TRIED_FILE)));
  if (isTried) return printMessage("the samples have been tried with them");
  const before = await answersWith({});
  const after = await answersWith(Object.fromEntries(updates.map(({ setting, folder }) => [setting, folder])));
  const lost = losses(before, after);
  for (const loss of lost) printMessage(loss);
  if (lost.length > 0) throw new Error("the samples are not as before");
  for (const { folder } of updates) await writeFile(join(folder, TRIED_FILE), JSON.stringify(after));
  printMessage(`the ${Object.keys(after).length} samples are as before`);
};

/** Lets the next start use these engines. Each link is replaced in one step. */
const switchTo = async (updates: readonly Update[]): Promise<void> => {
  for (const { setUpFolder, folder } of updates) {
    const link = updateLinkOf(setUpFolder);
    await rm(`${link}.next`, { force: true });
    await symlink(basename(folder), `${link}.next`);
    await rename(`${link}.next`, link);
  }
  printMessage("the next start uses them");
};

const goBack = async (): Promise<void> => {
  for (const folder of [chromiumSetUpFolder, libreofficeSetUpFolder]) {
    const link = updateLinkOf(folder);
    const update = existsSync(link) ? readlinkSync(link) : undefined;
    await rm(link, { force: true });
    if (update !== undefined) printMessage(`the next start uses ${basename(folder)} in the place of ${update}`);
  }
};

const run = async (action: string | undefined): Promise<void> => {
  if (action === "back") return goBack();
  if (action !== undefined && action !== "try" && action !== "switch") throw new Error(HELP);
  const updates = await findUpdates();
  for (const { engine, changes } of updates) for (const change of changes) printMessage(`${engine}: ${change}`);
  if (updates.length === 0) return printMessage("the engines are the newest that npm and the Debian mirror have");
  if (action === undefined) return printMessage("npm run update:engines -- switch takes them over");
  await tryUpdates(updates);
  if (action === "switch") await switchTo(updates);
};

await run(process.argv[2]).catch((error) => {
  printMessage(reasonOf(error));
  process.exitCode = 1;
});
