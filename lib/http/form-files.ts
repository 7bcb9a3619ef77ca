const HEAD_END = Buffer.from("\r\n\r\n");
const FILE = /filename|^content-type:(?!\s*text\/plain)/im;

/**
 * Counts the bytes of a form's files while it comes in: gives, for each chunk, how many there have been at least. A form
 * is longer than its documents, so that only this shows early that they are too large.
 */
export const countFiles = (boundary: string): ((chunk: Buffer) => number) => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let place: "head" | "file" | "text" = "head";
  // The first delimiter may stand at the very beginning: it is taken for a part of the first head.
  let rest = Buffer.alloc(0);
  let count = 0;

  return (chunk) => {
    const bytes = Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      const mark = place === "head" ? HEAD_END : delimiter;
      const found = bytes.indexOf(mark, at);
      // Heads are looked at whole; of contents, what may be the beginning of a delimiter is looked at again.
      const until = found >= 0 ? found : place === "head" ? at : Math.max(at, bytes.length - mark.length + 1);
      if (place === "file") count += until - at;
      if (found < 0) {
        rest = bytes.subarray(until);
        return count;
      }
      if (place === "head") place = FILE.test(bytes.toString("latin1", at, found)) ? "file" : "text";
      else place = "head";
      at = found + mark.length;
    }
  };
};
