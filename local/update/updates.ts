import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-fs";
import { unpackChromium } from "../../layers/chromium/unpack.ts";
import { command } from "../../layers/debian/command.ts";
import { versionsOf } from "../../layers/debian/manifest.ts";
import { buildLibreOffice, NEWEST, offeredLibreOffice } from "../../layers/libreoffice/build.ts";
import { chromiumFolder, chromiumSetUpFolder, version } from "../../lib/engines/chromium/installation.ts";
import { libreofficeFolder, libreofficeSetUpFolder } from "../../lib/engines/office/installation.ts";
import { printMessage } from "../messages.ts";

/** An engine that can be newer. */
export interface Update {
  readonly engine: string;
  /** What differs, a line each: `libxml2 2.12.7-1 becomes 2.12.7-2`. */
  readonly changes: readonly string[];
  /** The folder that set-up makes, beside which the link to the update stands. */
  readonly setUpFolder: string;
  /** The setting that names the engine's folder. */
  readonly setting: string;
  /** The folder of the newer engine. */
  readonly folder: string;
  /** Makes that folder, unless it is there. */
  build(): Promise<void>;
}

/** The differences between two lists of versions by name. */
const changesOf = (now: Readonly<Record<string, string>>, offered: Readonly<Record<string, string>>): string[] =>
  [...new Set([...Object.keys(now), ...Object.keys(offered)])].sort().flatMap((name) => {
    if (now[name] === offered[name]) return [];
    return [`${name} ${now[name] ?? "(none)"} becomes ${offered[name] ?? "(none)"}`];
  });

const updateOfLibreOffice = async (): Promise<Update> => {
  const tree = JSON.parse(await readFile(join(libreofficeFolder, "tree.json"), "utf8"));
  const scratch = await mkdtemp(join(tmpdir(), "platen-offer-"));
  try {
    const files = await offeredLibreOffice(join(scratch, "libreoffice"));
    const digest = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
    const folder = `${libreofficeSetUpFolder}-${digest}`;
    return {
      engine: "LibreOffice",
      changes: changesOf(tree.versions, versionsOf(files)),
      setUpFolder: libreofficeSetUpFolder,
      setting: "PLATEN_LIBREOFFICE",
      folder,
      build: () => buildLibreOffice(printMessage, { folder, officeVersion: NEWEST }),
    };
  } finally {
    await rm(scratch, { recursive: true });
  }
};

const CHROMIUM_PACKAGE = "@sparticuz/chromium";

/** Fetches a version of Chromium's package from npm, which checks it, and unpacks it. */
const fetchChromium = async (folder: string, offered: string, released: string): Promise<void> => {
  if (existsSync(join(folder, "chromium"))) return;
  const scratch = await mkdtemp(join(tmpdir(), "platen-chromium-"));
  try {
    printMessage(`fetching Chromium ${offered}`);
    const name = (
      await command("npm", ["pack", "--silent", `${CHROMIUM_PACKAGE}@${offered}`], { folder: scratch })
    ).trim();
    await pipeline(createReadStream(join(scratch, name)), createGunzip(), extract(scratch));
    const packed = { folder: join(scratch, "package/bin"), release: { version: offered, released } };
    await unpackChromium(printMessage, { folder, packed });
  } finally {
    await rm(scratch, { recursive: true });
  }
};

const updateOfChromium = async (): Promise<Update> => {
  const text = await command("npm", ["view", CHROMIUM_PACKAGE, "version", "time", "--json"]);
  const { version: offered, time } = JSON.parse(text) as { version: string; time: Readonly<Record<string, string>> };
  const folder = `${chromiumSetUpFolder}-${offered}`;
  const released = (time[offered] ?? "").slice(0, "2026-09-11".length);
  return {
    engine: "Chromium",
    changes: changesOf({ chromium: version }, { chromium: offered }),
    setUpFolder: chromiumSetUpFolder,
    setting: "PLATEN_CHROMIUM",
    folder,
    build: () => fetchChromium(folder, offered, released),
  };
};

/** The engines of which npm or the Debian mirror has another version than this machine uses. */
export const findUpdates = async (): Promise<Update[]> => {
  const all = await Promise.all([updateOfChromium(), updateOfLibreOffice()]);
  return all.filter(
    ({ changes, folder }) => changes.length > 0 && ![chromiumFolder, libreofficeFolder].includes(folder),
  );
};
