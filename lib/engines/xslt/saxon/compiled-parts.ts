import type { CompiledPart } from "saxonjs-he";

/** Calls `mend` with each top-level part of a compiled stylesheet that is of this kind. */
const eachDeclaration = (compiled: CompiledPart, kind: string, mend: (part: CompiledPart) => void): void => {
  for (const part of compiled.C ?? []) if (part.N === kind) mend(part);
};

/**
 * Puts the instructions within each `xsl:key` into one sequence. SaxonJS compiles them to several operands of one operator, of
 * which it runs only the first: the key would have a part of its values.
 */
export const joinKeyInstructions = (compiled: CompiledPart): void =>
  eachDeclaration(compiled, "key", (key) => {
    for (const part of key.C ?? [])
      if (part.N === "data" && part.C !== undefined && part.C.length > 1) part.C = [{ N: "sequence", C: part.C }];
  });

/** The nodes that a call of `key()` finds, each once and in document order; a part with another call. */
const inDocumentOrder = (part: CompiledPart): CompiledPart => {
  const isLookup = part.N === "fn" && part.name === "key" && part.C?.[1]?.N !== "str";
  if (!isLookup) return part;
  const { role, ...lookup } = part;
  return { N: "docOrder", ...(role !== undefined && { role }), C: [lookup] };
};

/**
 * Sorts what `key()` finds by several values. SaxonJS returns the nodes of one value after those of another, and a node with two of
 * the values twice; it sorts them only in paths and loops.
 */
export const sortLookups = (part: CompiledPart): void => {
  if (part.C === undefined) return;
  for (const child of part.C) sortLookups(child);
  if (part.N !== "docOrder") part.C = part.C.map(inDocumentOrder);
};

/**
 * Lets a template rule be tried with each node if its pattern is a union with a wildcard, such as `a | b/x:*`. SaxonJS looks for
 * rules by the names of nodes, and takes the wildcard in a union for a name.
 */
export const tryWildcardUnions = (part: CompiledPart): void => {
  const { N: kind, matches = "" } = part;
  if (kind === "templateRule" && matches.includes("u[") && matches.includes("*")) part.matches = "N";
  for (const child of part.C ?? []) tryWildcardUnions(child);
};

/** An empty text that is true: SaxonJS treats an empty string for NaN or infinity in a decimal format as missing. */
const EMPTY_TEXT = Object("") as string;

/** Keeps empty texts of decimal formats. JSON cannot say them, so they are set each time that a stylesheet is read. */
export const keepEmptyTexts = (compiled: CompiledPart): void =>
  eachDeclaration(compiled, "decimalFormat", (format) => {
    for (const name of ["NaN", "infinity"] as const) if (format[name] === "") format[name] = EMPTY_TEXT;
  });

/** The first version of HTML that SaxonJS writes. */
const HTML_VERSION = 5;

/**
 * Lets SaxonJS write what `xsl:output` wants to be HTML of version 4, as version 5. Notes it in the stylesheet: only the document
 * type that SaxonJS adds then is not of version 4.
 */
export const acceptHtml4 = (compiled: CompiledPart): void => {
  const outputs = (compiled.C ?? []).filter(({ N: kind, name }) => kind === "output" && name === undefined);
  const properties = outputs.flatMap(({ C: parts = [] }) => parts);
  const method = properties.findLast(({ name }) => name === "method")?.value;
  const hasHtmlVersion = properties.some(({ name }) => name === "html-version");
  const versionName = hasHtmlVersion ? "html-version" : method === "html" ? "version" : undefined;
  const isHtml4 = ({ name, value }: CompiledPart) => name === versionName && Number(value) < HTML_VERSION;
  for (const output of outputs) output.C = (output.C ?? []).filter((property) => !isHtml4(property));
  compiled.isHtml4 = properties.some(isHtml4);
};
