import { element, elementsIn, isElement, type Kid, type StructureElement } from "./elements.ts";

const typeOf = (kid: Kid): string => (isElement(kid) ? kid.type : "");

/** The kids, with each run of those that `belongs` refuses inside of one new element. */
const gathered = (
  kids: readonly Kid[],
  belongs: (kid: Kid) => boolean,
  gather: (run: Kid[]) => StructureElement,
): Kid[] => {
  const result: Kid[] = [];
  let run: Kid[] = [];
  const endRun = () => {
    if (run.length > 0) result.push(gather(run));
    run = [];
  };
  for (const kid of kids) {
    if (!belongs(kid)) {
      run.push(kid);
      continue;
    }
    endRun();
    result.push(kid);
  }
  endRun();
  return result;
};

const inBody = (run: Kid[]): StructureElement => element("LBody", run);
const inItem = (run: Kid[]): StructureElement => element("LI", [inBody(run)]);

const IN_ITEM = new Set(["Lbl", "LBody"]);

/**
 * Arranges lists as items, with a caption before them at most, and items as labels and bodies
 * (ISO 32000-1, 14.8.4.3.3). What stands elsewhere becomes a group or a paragraph.
 */
export const arrangeLists = (top: StructureElement): void => {
  for (const parent of elementsIn(top)) {
    if (parent.type === "L")
      parent.kids = gathered(
        parent.kids,
        (kid) => typeOf(kid) === "LI" || typeOf(kid) === "L" || (typeOf(kid) === "Caption" && kid === parent.kids[0]),
        inItem,
      );
    else if (parent.type === "TOC")
      parent.kids = gathered(
        parent.kids,
        (kid) =>
          typeOf(kid) === "TOCI" || typeOf(kid) === "TOC" || (typeOf(kid) === "Caption" && kid === parent.kids[0]),
        (run) => element("TOCI", run),
      );
    else if (parent.type === "LI") parent.kids = gathered(parent.kids, (kid) => IN_ITEM.has(typeOf(kid)), inBody);
    for (const kid of parent.kids) {
      if (!isElement(kid)) continue;
      if (kid.type === "TOCI" && parent.type !== "TOC") kid.type = "Div";
      else if (kid.type === "LI" && parent.type !== "L") kid.type = "Div";
      else if (kid.type === "LBody" && parent.type !== "LI") kid.type = "Div";
      else if (kid.type === "Lbl" && parent.type !== "LI") kid.type = "Span";
    }
  }
};
