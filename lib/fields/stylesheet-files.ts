import { described, mapped, type Part, rule } from "../contract/contract.ts";
import { type NamedFile, normalPath } from "../engines/xslt/documents.ts";
import { filesNamedBy } from "./named-files.ts";

/** As many as a form of 40 parts has room for beside the document and its stylesheet. */
const FILES_LIMIT = 38;

const pathOf = ({ path = "" }: Part): string => normalPath(path);

const areOthers = (parts: readonly Part[]): boolean =>
  !parts.some((part) => /(?:^|\/)(?:xml|xslt)$/.test(pathOf(part)));

/** Files that a stylesheet and a document reach by relative addresses, each by a path of its own. */
export const stylesheetFiles = () =>
  described(
    mapped(
      filesNamedBy(pathOf, FILES_LIMIT).check(rule(areOthers, "must not be named xml or xslt, as the parts are")),
      (parts): NamedFile[] => parts.map((part) => ({ path: pathOf(part), bytes: part.bytes })),
    ),
    {
      description:
        "Up to 38 files, one part each, that `xsl:import`, `xsl:include` and `document()` reach by their file names. Folders in a name count: `common/tables.xsl`.",
    },
  );
