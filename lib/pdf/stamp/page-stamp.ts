import { ServiceError } from "../../errors/service-error.ts";
import { dictAt, dictOf } from "../access.ts";
import type { Budget } from "../budget.ts";
import { pageContent } from "../contents/page-content.ts";
import { unmarkedContent } from "../contents/unmarked-content.ts";
import { makeDict, Name, type Ref, Ref as Reference, Stream } from "../objects.ts";
import { shownArea, shownSize, toShown } from "../shown-area.ts";
import type { Stamp } from "./placement.ts";

/** A page of another document as a stamp: what it shows, without its tags. Throws INVALID_REQUEST if it cannot be read. */
export const pageStamp = (page: Ref, field: string, budget: Budget): Stamp => {
  const content = pageContent(page, budget);
  if (content === undefined) {
    throw new ServiceError("INVALID_REQUEST", `${field} has content that cannot be read.`, {
      reason: "document-damaged",
    });
  }
  const isTagged = dictOf(page)?.has("StructParents") === true;
  const area = shownArea(page);
  const { left, bottom, width, height } = area;
  const group = dictAt(page, "Group");
  const dict = makeDict({
    Type: new Name("XObject"),
    Subtype: new Name("Form"),
    BBox: [left, bottom, left + width, bottom + height],
    Matrix: [...toShown(area)],
    Resources: dictOf(page)?.get("Resources") ?? new Map(),
    ...(group !== undefined && { Group: group }),
  });
  const data = isTagged ? unmarkedContent(content, budget) : content;
  return { form: new Reference(new Stream(dict, data)), ...shownSize(area) };
};
