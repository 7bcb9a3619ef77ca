import { dictAt } from "../access.ts";
import { type Dict, Name, Ref, type Value } from "../objects.ts";
import { outlineItemsOf, setOutlineItems } from "../outlines.ts";
import { textString } from "../strings.ts";
import type { MergeSource } from "./merge-source.ts";

/**
 * Joins the outlines: each input with a title gets a closed item that opens its first page and contains its own items.
 * The items of an input without a title stay on the top level.
 */
export const joinOutlines = (sources: MergeSource[], catalog: Dict): void => {
  const outline = new Ref(new Map([["Type", new Name("Outlines")]]));
  const tops = sources.flatMap((source) => {
    const own = outlineItemsOf(dictAt(source.catalog, "Outlines"));
    if (source.title === undefined) return own;
    const destination = [source.pages[0]!, new Name("Fit")];
    const item = new Ref(
      new Map<string, Value>([
        ["Title", textString(source.title)],
        ["Dest", destination],
      ]),
    );
    setOutlineItems(item, own, false);
    return [item];
  });
  if (tops.length === 0) return;
  setOutlineItems(outline, tops, true);
  catalog.set("Outlines", outline);
};
