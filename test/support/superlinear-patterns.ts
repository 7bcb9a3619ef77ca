import { stripTypeScriptTypes } from "node:module";
import { type AnyNode, type Expression, type Literal, parse } from "acorn";
import { analyse } from "scslre";

/** A regular expression whose time can grow faster than the length of its input. */
interface SuperlinearPattern {
  /** Counted from 1. */
  readonly line: number;
  readonly pattern: string;
  /** A character whose repetition makes it slow. */
  readonly repeated: string;
}

/** A repetition with a higher limit counts as unlimited: two of 100 characters each take 10,000 steps at each place. */
const LIMITED_REPETITION_MAX = 16;

/** The beginning of a comment, on the line before or at the line's end, that says why a pattern's input is short. */
const EXCEPTION = "// short input:";

const unlimited = (source: string): string =>
  source.replace(/\{(\d{1,9}),(\d{1,9})\}/g, (limits, least: string, most: string) => {
    if (Number(most) <= LIMITED_REPETITION_MAX) return limits;
    return Number(least) === 0 ? "*" : "+";
  });

/** The source of a pattern that is made at run time; values in a template count as the letter x. */
const sourceOf = (made: Expression | undefined): string | undefined => {
  if (made?.type === "Literal" && typeof made.value === "string") return made.value;
  if (made?.type !== "TemplateLiteral") return undefined;
  return made.quasis.map(({ value }) => value.cooked ?? "").join("x");
};

const patternOf = (node: AnyNode): { source: string; flags: string } | undefined => {
  if (node.type === "Literal") {
    const { regex } = node as Literal;
    return regex && { source: regex.pattern, flags: regex.flags };
  }
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return undefined;
  if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return undefined;
  const [made, flags] = node.arguments as Expression[];
  const source = sourceOf(made);
  return source === undefined ? undefined : { source, flags: sourceOf(flags) ?? "" };
};

const nodesIn = function* (value: unknown): Generator<AnyNode> {
  if (Array.isArray(value)) for (const entry of value) yield* nodesIn(entry);
  else if (typeof value === "object" && value !== null && "type" in value) {
    yield value as AnyNode;
    for (const child of Object.values(value)) yield* nodesIn(child);
  }
};

const slowCharacterOf = (pattern: { source: string; flags: string }): string | undefined => {
  try {
    return analyse({ ...pattern, source: unlimited(pattern.source) }).reports[0]?.character.pick;
  } catch {
    return undefined; // a property name that is chosen at run time: no repetition of ours has one
  }
};

/** The regular expressions of a module that can be slow, unless a comment `// short input: …` says why they are not. */
export const superlinearPatternsIn = (source: string, isTypeScript: boolean): SuperlinearPattern[] => {
  const script = isTypeScript ? stripTypeScriptTypes(source) : source;
  const lines = source.split("\n");
  const found: SuperlinearPattern[] = [];
  for (const node of nodesIn(parse(script, { ecmaVersion: "latest", sourceType: "module", locations: true }))) {
    const pattern = patternOf(node);
    const repeated = pattern && slowCharacterOf(pattern);
    const line = node.loc!.start.line;
    if (pattern === undefined || repeated === undefined) continue;
    if (`${lines[line - 2]}\n${lines[line - 1]}`.includes(EXCEPTION)) continue;
    found.push({ line, pattern: `/${pattern.source}/${pattern.flags}`, repeated });
  }
  return found;
};
