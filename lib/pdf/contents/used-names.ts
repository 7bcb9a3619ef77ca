import { dictAt, get, nameAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Name, type Ref, Stream } from "../objects.ts";
import { operations } from "./operations.ts";
import { pageContent } from "./page.ts";

/**
 * The names that a page's content takes from its resources, whatever they stand for; undefined when that cannot be
 * told: content that does not unpack, glyph procedures that take theirs from the page.
 */
export const usedNames = (page: Ref, resources: Dict, budget: Budget): Set<string> | undefined => {
  const used = new Set<string>();
  const seen = new Set<Stream>();
  const read = (content: Buffer | undefined): boolean => {
    if (content === undefined) return false;
    for (const { operands } of operations(content)) {
      budget.spendValues(1);
      for (const operand of operands) if (operand instanceof Name) used.add(operand.text);
    }
    return true;
  };
  if (!read(pageContent(page, budget))) return undefined;
  for (const font of dictAt(resources, "Font")?.values() ?? []) {
    if (nameAt(font, "Subtype") === "Type3" && get(font, "Resources") === undefined) return undefined;
  }
  const forms = dictAt(resources, "XObject");
  for (const name of used) {
    const form = resolve(forms?.get(name));
    if (!(form instanceof Stream) || nameAt(form, "Subtype") !== "Form") continue;
    if (get(form, "Resources") !== undefined || seen.has(form)) continue;
    seen.add(form);
    if (!read(plainData(form, budget))) return undefined;
  }
  return used;
};

/** The resource categories whose entries are named in content streams. */
export const NAMED = ["XObject", "Pattern", "Properties", "Shading", "ExtGState", "ColorSpace", "Font"];
