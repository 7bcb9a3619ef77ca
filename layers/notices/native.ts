import { resolve } from "node:path";
import { debianTree } from "../debian/tree.ts";
import { debianParts } from "./debian.ts";
import type { Part } from "./notices.ts";

const VIPS_LIBRARIES = ["libaom3", "libarchive13", "libcairo2", "libcgif0", "libexif12", "libexpat1", "libffi8"];
const VIPS_TEXT_LIBRARIES = ["libfontconfig1", "libfreetype6", "libfribidi0", "libharfbuzz0b", "libpango-1.0-0"];
const VIPS_IMAGE_LIBRARIES = ["libheif1", "libimagequant0", "libjpeg62-turbo", "libpng16-16", "libtiff6", "libwebp7"];
const VIPS_OTHER_LIBRARIES = ["libglib2.0-0", "libhwy1", "liblcms2-2", "libpixman-1-0", "librsvg2-2", "libvips42"];

/**
 * Debian's packages of the projects that are compiled into npm packages, whose own licence files do not name them. Debian states
 * the licences of all that a project's source holds. Chromium's libraries come from Amazon Linux.
 */
const DEBIAN_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "@sparticuz/chromium": ["chromium-sandbox", "libexpat1", "libnspr4", "libnss3"],
  "@img/sharp-libvips-linux-x64": [
    ...VIPS_LIBRARIES,
    ...VIPS_TEXT_LIBRARIES,
    ...VIPS_IMAGE_LIBRARIES,
    ...VIPS_OTHER_LIBRARIES,
    ...["libxml2", "zlib1g"],
  ],
  "@dynoxide/linux-x64": ["libsqlite3-0"],
  harfbuzzjs: ["libharfbuzz0b"],
};

const RELEASE = "bookworm";
const PACKAGES = [...new Set(Object.values(DEBIAN_PACKAGES).flat())].sort();

/** The folder of Debian's packages, whose copyright files are read only. */
const FOLDER = resolve(import.meta.dirname, "../../.cache/notices/native");

type Log = (line: string) => void;

/**
 * The projects that are compiled into these npm packages, as Debian states their licences. The first call fetches 20 MB of
 * Debian's packages, which are kept.
 */
export const nativeParts = async (names: Iterable<string>, log?: Log): Promise<Part[]> => {
  const wanted = [...new Set([...names].flatMap((name) => DEBIAN_PACKAGES[name] ?? []))];
  if (wanted.length === 0) return [];
  const options = { release: RELEASE, packages: PACKAGES, dependencies: false, folder: FOLDER };
  const { versions } = await debianTree(log === undefined ? options : { ...options, log });
  const chosen = Object.fromEntries(wanted.map((name) => [name, versions[name]!]));
  return debianParts(
    FOLDER,
    chosen,
    "compiled into an npm package; its licences as this version of Debian states them",
  );
};
