import { createWriteStream } from "node:fs";
import { cp, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { pack } from "tar-fs";
import { fontsFolder } from "../../lib/engines/fonts.ts";
import { libreofficeFolder } from "../../lib/engines/office/place.ts";
import { installFonts } from "../fonts/install.ts";
import { buildLibreOffice } from "./build.ts";

/** Where the layer's content is put: its folders appear under `/opt`. */
export const LAYER = ".cache/layers/libreoffice";

const LEVEL = 9;

/** Packs a tree as the layer has it, `tree.tar.zst` with `tree.json` beside it; a third of its size, unpacked in half a second. */
export const packTree = async (tree: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const tar = pack(tree, {
    sort: true,
    map: (header) => ({ ...header, uid: 0, gid: 0, mtime: new Date(0) }),
  } as Parameters<typeof pack>[1]);
  await pipeline(
    tar as unknown as Readable,
    createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }),
    createWriteStream(join(folder, "tree.tar.zst")),
  );
  await cp(join(tree, "tree.json"), join(folder, "tree.json"));
};

if (import.meta.main) {
  await buildLibreOffice(console.log);
  await installFonts(console.log);
  await packTree(libreofficeFolder, join(LAYER, "libreoffice"));
  await installFonts(console.log, join(LAYER, "fonts"), "/opt/fonts");
  await cp(join(fontsFolder, "files"), join(LAYER, "fonts/files"), { recursive: true });
  const { size } = await stat(join(LAYER, "libreoffice/tree.tar.zst"));
  console.log(`${LAYER}: LibreOffice in ${Math.round(size / 1_048_576)} MB, and the fonts`);
}
