import { posix } from "node:path";
import { ServiceError } from "../errors.ts";
import { tagsNamed, textOf } from "./markup.ts";
import { type Archive, openZip, type Packed } from "./zip.ts";

/** Parts that list other parts are small. */
const LARGEST_LIST = 4_194_304;

/** A relationship of a part to another one: its type's last word (`worksheet`), and where it leads. */
export interface Relationship {
  readonly id: string;
  readonly type: string;
  /** Name of the part, in lower case and without a leading slash; undefined where it leads out of the package. */
  readonly part: string | undefined;
}

/** An Office Open XML package: its archive, and how parts are found in it (ECMA-376, part 2). */
export interface Package extends Archive {
  /** Content type of a part by its name. */
  typeOf(part: string): string | undefined;
  /** What a part (the package itself for "") is related to. */
  relationships(part: string): Relationship[];
}

const refuse = (why: string): ServiceError => new ServiceError("UNSUPPORTED_MEDIA_TYPE", why);

const TYPES = "[content_types].xml";

const contentTypes = (xml: string): ((part: string) => string | undefined) => {
  const [byName, byEnding] = [new Map<string, string>(), new Map<string, string>()];
  for (const { name, attributes } of tagsNamed(xml, "Override", "Default")) {
    const { PartName = "", Extension = "", ContentType = "" } = attributes;
    if (name === "Override") byName.set(PartName.toLowerCase().replace(/^\//, ""), ContentType);
    else byEnding.set(Extension.toLowerCase(), ContentType);
  }
  return (part) => byName.get(part) ?? byEnding.get(part.slice(part.lastIndexOf(".") + 1));
};

const open = async (bytes: Buffer): Promise<Package> => {
  const archive = await openZip(bytes);
  const types = archive.files.get(TYPES);
  if (types === undefined) throw refuse("is a ZIP archive but no Office document");
  const text = (file: Packed): string => textOf(archive.read(file, LARGEST_LIST));
  return {
    ...archive,
    typeOf: contentTypes(text(types)),
    relationships: (part) => {
      const folder = posix.dirname(part);
      const list = archive.files.get(posix.join(folder, "_rels", `${posix.basename(part)}.rels`));
      if (list === undefined) return [];
      return tagsNamed(text(list), "Relationship").map(
        ({ attributes: { Id = "", Type = "", Target = "", TargetMode } }) => ({
          id: Id,
          type: Type.slice(Type.lastIndexOf("/") + 1),
          part: TargetMode === "External" ? undefined : posix.resolve("/", folder, Target).toLowerCase().slice(1),
        }),
      );
    },
  };
};

const opened = new WeakMap<Buffer, Promise<Package>>();

/** Opens a package, once for the same buffer; throws UNSUPPORTED_MEDIA_TYPE with the reason where it is none. */
export const openPackage = (bytes: Buffer): Promise<Package> => {
  const found = opened.get(bytes) ?? open(bytes);
  opened.set(bytes, found);
  return found;
};
