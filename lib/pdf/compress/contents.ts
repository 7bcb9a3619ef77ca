import { deflateQuickly } from "../../deflate/deflate.ts";
import { dictAt, dictOf, nameAt, numberAt } from "../access.ts";
import { type Budget, OverBudget } from "../budget.ts";
import { inheritedSettings, initialSettings } from "../contents/graphics-state.ts";
import { type ContentContext, normalise } from "../contents/normalise.ts";
import { contentStreamsOf, pageContent } from "../contents/page-content.ts";
import { plainData } from "../filters/decode.ts";
import { Ref, Stream } from "../objects.ts";
import type { Document } from "../read/open.ts";
import { setStreamData } from "./repack.ts";
import type { ContentUsage } from "./usage.ts";

/** Rewritten and deflated content; undefined if it is not smaller than `before` and than the deflated original. */
const smallerContent = (content: Buffer | undefined, how: ContentContext, before: number): Buffer | undefined => {
  const plain = content && normalise(content, how);
  if (content === undefined || plain === undefined) return undefined;
  const packed = deflateQuickly(plain);
  return packed.length < Math.min(before, deflateQuickly(content).length) ? packed : undefined;
};

const rewritePage = (page: Ref, streams: Stream[], budget: Budget): void => {
  const before = streams.reduce((sum, { data }) => sum + data.length, 0);
  const scale = numberAt(page, "UserUnit") ?? 1;
  const how = { resources: dictAt(page, "Resources"), scale, start: initialSettings() };
  const packed = smallerContent(pageContent(page, budget), how, before);
  if (packed === undefined) return;
  const stream = new Stream(new Map(), packed);
  setStreamData(stream, packed, "FlateDecode");
  dictOf(page)?.set("Contents", new Ref(stream));
};

const rewriteForm = (form: Stream, scale: number, budget: Budget): void => {
  const content = plainData(form, budget);
  const how = { resources: dictAt(form, "Resources"), scale, start: inheritedSettings() };
  const packed = smallerContent(content, how, form.data.length);
  if (packed !== undefined) setStreamData(form, packed, "FlateDecode");
};

/**
 * Rewrites the content of pages and forms if that makes it smaller; content that several pages share is not changed.
 */
export const rewriteContents = ({ pages }: Document, usage: ContentUsage, budget: Budget): void => {
  const attempt = (work: () => void): void => {
    try {
      budget.lend(work);
    } catch (error) {
      if (!(error instanceof OverBudget || error instanceof RangeError)) throw error;
    }
  };
  const users = new Map<Stream, number>();
  for (const stream of pages.flatMap(contentStreamsOf)) users.set(stream, (users.get(stream) ?? 0) + 1);
  for (const page of pages) {
    const streams = contentStreamsOf(page);
    if (streams.length === 0 || streams.some((stream) => users.get(stream) !== 1)) continue;
    attempt(() => rewritePage(page, streams, budget));
  }
  for (const [form, scale] of usage.formScales) {
    if (nameAt(form, "Subtype") === "Form") attempt(() => rewriteForm(form, scale, budget));
  }
};
