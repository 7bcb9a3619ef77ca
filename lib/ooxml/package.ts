import { posix } from "node:path";
import { ServiceError } from "../errors/service-error.ts";
import { tagsNamed, textOf } from "./markup.ts";
import { type Archive, openZip } from "./zip.ts";

/** The size limit of the parts that list other parts: `[Content_Types].xml` and `*.rels`. */
const PART_LIST_LIMIT_BYTES = 4_194_304;

/** A relationship of a part to another one: the last segment of its type (`worksheet`), and its target. */
interface Relationship {
  readonly id: string;
  readonly type: string;
  /** The target's name, in lower case and without a leading slash; undefined for a target outside of the package. */
  readonly part: string | undefined;
}

/** An Office Open XML package (ECMA-376, part 2): its archive, with the types and relationships of its parts. */
export interface Package extends Archive {
  typeOf(part: string): string | undefined;
  relationships(part: string): Relationship[];
}

const refuse = (reason: string): ServiceError => new ServiceError("UNSUPPORTED_MEDIA_TYPE", reason);

const CONTENT_TYPES_PART = "[content_types].xml";

const contentTypes = (xml: string): ((part: string) => string | undefined) => {
  const [byName, byEnding] = [new Map<string, string>(), new Map<string, string>()];
  for (const { name, attributes } of tagsNamed(xml, "Override", "Default")) {
    const { PartName = "", Extension = "", ContentType = "" } = attributes;
    if (name === "Override") byName.set(PartName.toLowerCase().replace(/^\//, ""), ContentType);
    else byEnding.set(Extension.toLowerCase(), ContentType);
  }
  return (part) => byName.get(part) ?? byEnding.get(part.slice(part.lastIndexOf(".") + 1));
};

const readRelationships = (archive: Archive, part: string): Relationship[] => {
  const folder = posix.dirname(part);
  const list = archive.files.get(posix.join(folder, "_rels", `${posix.basename(part)}.rels`));
  if (list === undefined) return [];
  return tagsNamed(textOf(archive.read(list, PART_LIST_LIMIT_BYTES)), "Relationship").map(
    ({ attributes: { Id = "", Type = "", Target = "", TargetMode } }) => ({
      id: Id,
      type: Type.slice(Type.lastIndexOf("/") + 1),
      part: TargetMode === "External" ? undefined : posix.resolve("/", folder, Target).toLowerCase().slice(1),
    }),
  );
};

/** Opens a package. Throws UNSUPPORTED_MEDIA_TYPE with the reason if it is not one. */
export const openPackage = async (bytes: Buffer): Promise<Package> => {
  const archive = await openZip(bytes);
  const types = archive.files.get(CONTENT_TYPES_PART);
  if (types === undefined) throw refuse("is a ZIP archive, but not an Office document");
  const known = new Map<string, Relationship[]>();
  return {
    ...archive,
    typeOf: contentTypes(textOf(archive.read(types, PART_LIST_LIMIT_BYTES))),
    relationships: (part) => {
      const list = known.get(part) ?? readRelationships(archive, part);
      known.set(part, list);
      return list;
    },
  };
};
