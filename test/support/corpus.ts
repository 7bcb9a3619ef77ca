import { globSync } from "node:fs";

/** The folder of genuine documents that CORPUS names, for tests that need more of them than the repository has. */
const folder = process.env["CORPUS"] || undefined;

/** Why tests with genuine documents are skipped; false if there are documents. */
export const noCorpus = folder === undefined && "CORPUS names no folder of documents";
if (noCorpus) console.warn(`NOT TESTED: genuine documents, because ${noCorpus}`);

/** The files of that folder with an ending, such as `pdf`, in order. */
export const corpusFiles = (ending: string): string[] =>
  folder === undefined ? [] : globSync(`${folder}/**/*.${ending}`).sort();
