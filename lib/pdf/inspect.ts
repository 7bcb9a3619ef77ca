import { errorOfRefusal } from "../errors/service-error.ts";
import { lookAtFiles, type ThreadLook } from "./jobs/looks.ts";

/** The look at a file: the files that are looked at with it, and the outcome for all of them. */
interface SharedLook {
  readonly files: Uint8Array[];
  readonly outcome: Promise<ThreadLook>;
}

/** The looks at files, each with its result, for another caller with the same bytes and for the job that follows. */
const looks = new WeakMap<Uint8Array, { readonly shared: SharedLook; readonly result: Promise<{ pages: number }> }>();

/** The look that begins when all checks of this turn are known. */
let next: SharedLook | undefined;

const startTogether = (files: Uint8Array[]): SharedLook => {
  const outcome = Promise.resolve().then(() => {
    if (next?.files === files) next = undefined;
    return lookAtFiles(files);
  });
  outcome.catch(() => {});
  return { files, outcome };
};

const pagesIn = async ({ files, outcome }: SharedLook, bytes: Uint8Array): Promise<{ pages: number }> => {
  const found = (await outcome).files[files.indexOf(bytes)]!;
  if ("refused" in found) throw errorOfRefusal(found.refused);
  return found;
};

const lookTogether = (bytes: Uint8Array): Promise<{ pages: number }> => {
  // The files of a request share its memory.
  if (next === undefined || next.files[0]!.buffer !== bytes.buffer) next = startTogether([]);
  const shared = next;
  shared.files.push(bytes);
  const result = pagesIn(shared, bytes);
  looks.set(bytes, { shared, result });
  return result;
};

/**
 * Counts the pages of a PDF. Throws UNSUPPORTED_MEDIA_TYPE for bytes that are not a PDF or are damaged beyond repair,
 * and INVALID_REQUEST for a file that needs a password or is a bomb. The document stays open for a few seconds, for the
 * job that gets the same bytes.
 */
export const inspectPdf = (bytes: Uint8Array): Promise<{ pages: number }> =>
  looks.get(bytes)?.result ?? lookTogether(bytes);

/** The look at these files, and their places in it; undefined if they were not looked at together. */
export const lookOf = async (
  files: readonly Uint8Array[],
): Promise<{ look: ThreadLook; places: Map<Uint8Array, number> } | undefined> => {
  const shared = files[0] && looks.get(files[0])?.shared;
  if (shared === undefined) return undefined;
  for (const bytes of files) {
    if (looks.get(bytes)?.shared !== shared) return undefined;
    looks.delete(bytes);
  }
  const look = await shared.outcome.catch(() => undefined);
  return look?.isKept === true ? { look, places: new Map(shared.files.map((bytes, at) => [bytes, at])) } : undefined;
};
