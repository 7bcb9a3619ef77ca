import { readFile } from "node:fs/promises";
import { ReadableDocuments } from "./readable-documents.ts";
import { compile, transformWithSaxon } from "./stylesheet.ts";

/** Rounds after which another one saves little. */
const WARM_UP_ROUNDS = 3;

const documentAt = async (path: string) => ({
  path,
  field: path,
  text: await readFile(new URL(path, import.meta.url)),
});

/** Compiles a stylesheet and transforms a document by it, until the code of this process is fast. */
export const warmUp = async (): Promise<void> => {
  const [stylesheet, document] = [await documentAt("warm-up.xsl"), await documentAt("warm-up.xml")];
  const request = { xml: document.path, xslt: stylesheet.path, params: {} };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    const compiled = compile(request.xslt, request.params, new ReadableDocuments([stylesheet]));
    transformWithSaxon({ ...request, compiled }, new ReadableDocuments([document, stylesheet]));
  }
};
