import { ServiceError } from "../../../errors/service-error.ts";
import type { SaxonDocument } from "./documents.ts";

/** What a DTD declares that SaxonJS does not know, and the functions of XPath that ask for it. */
const LOST = [
  {
    declaration: /<!ENTITY\s[^>]{1,2000}\sNDATA\s/,
    call: /\bunparsed-entity-(?:uri|public-id)\s*\(/,
    what: "unparsed entities",
  },
  {
    declaration: /<!ATTLIST\s[^>]{1,2000}\s(?:ID|IDREFS?)\s/,
    call: /(?:^|[^\w.-])(?:fn:)?(?:id|idref|element-with-id)\s*\(/m,
    what: "attributes of type ID",
  },
] as const;

/** Throws INVALID_REQUEST if a DTD declares what a stylesheet asks for and SaxonJS, which reads no DTD, would not find. */
export const assertNothingLost = (documents: readonly SaxonDocument[]): void => {
  const withDtd = documents.filter(({ tree }) => tree !== undefined);
  if (withDtd.length === 0) return;
  const texts = documents.map(({ text }) => Buffer.from(text).toString("latin1"));
  for (const { declaration, call, what } of LOST) {
    const declaring = withDtd.find(({ text }) => declaration.test(Buffer.from(text).toString("latin1")));
    if (declaring === undefined || !texts.some((text) => text.includes("/XSL/Transform") && call.test(text))) continue;
    throw new ServiceError(
      "INVALID_REQUEST",
      `${declaring.field}: its DTD declares ${what}, which this engine does not know.`,
      {
        reason: "stylesheet-failed",
      },
    );
  }
};
