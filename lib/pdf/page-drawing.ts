import { asList, dictAt, dictOf } from "./access.ts";
import type { Budget } from "./budget.ts";
import { enclosedContent } from "./contents/enclosed-content.ts";
import type { Matrix } from "./contents/matrix.ts";
import { printNumber } from "./contents/print.ts";
import { Ref, Stream, type Value } from "./objects.ts";
import { makeIndirect } from "./pages.ts";
import { TakenNames } from "./unused-name.ts";
import { serialiseName } from "./write/serialise.ts";

/** A form XObject that is drawn on a page, and the matrix that places it there. */
export interface Drawing {
  readonly form: Ref;
  readonly matrix: Matrix;
}

/** How drawings stand to the content of a page. */
interface DrawingOptions {
  /** Whether they are drawn before the content, so that it covers them. */
  readonly isUnder?: boolean;
  /** Whether they are no part of what the document says, such as its page numbers (ISO 32000-2, 14.8.2.2). */
  readonly isArtifact?: boolean;
}

/** Decimals of a matrix: a box of a hundred thousand units may fill a field of a few points. */
const DECIMALS = 10;

const contentStream = (text: string): Ref => new Ref(new Stream(new Map(), Buffer.from(text, "latin1")));

/** Adds forms to the resources of a page, which no other page shares from then on. Returns their names. */
const addForms = (page: Ref, forms: readonly Ref[], budget: Budget): string[] => {
  const own = dictAt(page, "Resources");
  for (const key of own?.keys() ?? []) if (own !== undefined) makeIndirect(own, key);
  const resources = new Map(own);
  const known = new Map<string, Value>(dictAt(resources, "XObject"));
  budget.spendValues(4 * (resources.size + known.size));
  const taken = new TakenNames();
  for (const name of known.keys()) taken.take(name, (count) => `${name}${count}`);
  const names = forms.map((form) => {
    const name = taken.take("Form", (count) => `Form${count}`);
    known.set(name, form);
    return name;
  });
  dictOf(page)?.set("Resources", resources.set("XObject", known));
  return names;
};

/** Draws forms on a page over or under its content. A state that the content saves and does not restore does not change them. */
export const drawOnPage = (
  page: Ref,
  drawings: readonly Drawing[],
  budget: Budget,
  { isUnder = false, isArtifact = false }: DrawingOptions = {},
): void => {
  if (drawings.length === 0) return;
  const names = addForms(
    page,
    drawings.map(({ form }) => form),
    budget,
  );
  const lines = drawings.map(({ matrix }, at) => {
    const numbers = matrix.map((number) => printNumber(number, DECIMALS)).join(" ");
    return `q ${numbers} cm ${serialiseName(names[at] ?? "")} Do Q\n`;
  });
  const text = isArtifact ? `/Artifact BMC\n${lines.join("")}EMC\n` : lines.join("");
  const { streams, unrestored } = isUnder
    ? { streams: asList(dictOf(page)?.get("Contents")), unrestored: 0 }
    : enclosedContent(page, budget);
  const contents = isUnder
    ? [contentStream(text), ...streams]
    : [contentStream("q\n"), ...streams, contentStream(`\n${"Q\n".repeat(1 + unrestored)}${text}`)];
  dictOf(page)?.set("Contents", contents);
};
