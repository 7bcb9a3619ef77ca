import { cidWidths } from "../../contents/font-widths.ts";
import type { Dict, Value } from "../../objects.ts";

/** Reduces a CID font's /W to the codes in use. */
export const pruneCidWidths = (descendant: Dict, codes: ReadonlySet<number>): void => {
  const widths = cidWidths(descendant);
  const used = [...widths.keys()].filter((code) => codes.has(code)).sort((a, b) => a - b);
  if (widths.size === used.length) return;
  const list: Value[] = [];
  for (let at = 0; at < used.length; ) {
    let end = at + 1;
    while (end < used.length && used[end] === used[end - 1]! + 1) end++;
    list.push(
      used[at]!,
      used.slice(at, end).map((code) => widths.get(code)!),
    );
    at = end;
  }
  descendant.set("W", list);
};
