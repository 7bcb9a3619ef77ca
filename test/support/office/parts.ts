import type { Files } from "../../../layers/libreoffice/zip.ts";

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** The common prefix of relationship types. */
export const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A relationship to another part or to an external address. */
export interface Related {
  readonly id: string;
  /** The last word of its type, or all of it. */
  readonly type: string;
  readonly target: string;
  readonly isExternal?: boolean;
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

/** A part that lists relationships. */
export const relationships = (list: readonly Related[]): string => {
  const lines = list.map(
    ({ id, type, target, isExternal }) =>
      `<Relationship Id="${id}" Type="${type.includes("/") ? type : `${RELATIONS}/${type}`}" Target="${escaped(target)}"${isExternal ? ' TargetMode="External"' : ""}/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${lines.join("")}</Relationships>`;
};

/** The parts of every package: its content types (by part, without the common prefix) and its main part. */
export const packageParts = (
  main: string,
  types: Readonly<Record<string, string>>,
  more: readonly Related[] = [],
): Files => {
  const overrides = Object.entries(types).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="application/vnd.${type}"/>`,
  );
  const defaults = [
    ["rels", "application/vnd.openxmlformats-package.relationships+xml"],
    ["xml", "application/xml"],
    ["png", "image/png"],
    ["bin", "application/octet-stream"],
  ].map(([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`);
  return {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types">${defaults.join("")}${overrides.join("")}</Types>`,
    "_rels/.rels": relationships([{ id: "rId1", type: "officeDocument", target: main }, ...more]),
  };
};
