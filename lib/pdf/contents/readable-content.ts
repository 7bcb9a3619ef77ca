import { type Budget, OverBudget } from "../budget.ts";
import { decode } from "../filters/decode.ts";
import { type Ref, Stream } from "../objects.ts";
import { contentStreamsOf } from "./page-content.ts";

/** Damaged streams of more bytes are not searched for their damage. */
const SEARCHED_LIMIT_BYTES = 1_048_576;

/** The decoded data of a stream; "damaged", or undefined if it has a filter that is not for content. */
const decoded = (stream: Stream, budget: Budget): Uint8Array | "damaged" | undefined => {
  try {
    const { data, rest } = decode(stream, budget);
    return rest.length > 0 ? undefined : data;
  } catch (error) {
    if (error instanceof OverBudget) throw error;
    return "damaged";
  }
};

/** What a damaged stream holds before its damage; undefined if that is nothing: readers then differ in what they show. */
const partBeforeDamage = ({ dict, data }: Stream, budget: Budget): Uint8Array | undefined => {
  if (data.length > SEARCHED_LIMIT_BYTES) return undefined;
  let [least, most, readable] = [0, data.length, new Uint8Array()];
  while (most - least > 1) {
    const length = (least + most) >> 1;
    const part = decoded(new Stream(dict, data.subarray(0, length)), budget);
    if (part === undefined || part === "damaged") most = length;
    else [least, readable] = [length, Uint8Array.from(part)];
  }
  return readable.length > 0 ? readable : undefined;
};

/** The content of a page as readers show it: its streams joined, and damaged ones only up to their damage. */
interface ReadableContent {
  readonly content: Buffer;
  readonly isDamaged: boolean;
}

/** The content of a page that readers show; undefined if it cannot be known. */
export const readableContent = (page: Ref, budget: Budget): ReadableContent | undefined => {
  const pieces: Uint8Array[] = [];
  let isDamaged = false;
  for (const stream of contentStreamsOf(page)) {
    const whole = decoded(stream, budget);
    const piece = whole === "damaged" ? partBeforeDamage(stream, budget) : whole;
    if (piece === undefined) return undefined;
    isDamaged ||= whole === "damaged";
    pieces.push(piece, Buffer.from("\n"));
  }
  return { content: Buffer.concat(pieces), isDamaged };
};
