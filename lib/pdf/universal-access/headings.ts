import { elementsIn, type StructureElement } from "./elements.ts";

const LEVEL = /^H([1-6])$/;

/**
 * Numbers the headings so that no level is left out (ISO 14289-1, 7.4.2). A heading that was below another one stays below it.
 */
export const orderHeadings = (top: StructureElement): void => {
  const open: number[] = [];
  for (const heading of elementsIn(top)) {
    if (heading.type === "H") heading.type = "H1";
    const level = Number(LEVEL.exec(heading.type)?.[1] ?? 0);
    if (level === 0) continue;
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    heading.type = `H${open.length}`;
  }
};
