import type { CssNode, Selector, SelectorList } from "css-tree";
import parse from "css-tree/selector-parser";
import { CLASSES, ELEMENT_FUNCTIONS, ELEMENTS, FUNCTIONS } from "./pseudo.ts";

/** Where a selector stands: `:has()` takes relative ones, and neither it nor a pseudo-element may stand in every place. */
interface Place {
  readonly relative?: boolean;
  readonly inHas?: boolean;
  readonly inner?: boolean;
}

const IDENTIFIER = /^(--|-?([a-z_]|\\[^\n]|[^\0-\x7f]))/i;
const WORD = /^\s*[\w-]+\s*$/;

/** No namespace can be declared for a selector of a script: `*|` and `|` are left. */
const isName = (name: string): boolean => !name.includes("|") || /^\*?\|[^*]/.test(name) || name === "*|*";

/** The four oldest pseudo-elements may still be written with one colon. */
const isElement = (node: CssNode): boolean =>
  node.type === "PseudoElementSelector" ||
  (node.type === "PseudoClassSelector" && /^(before|after|first-line|first-letter)$/i.test(node.name));

const list = (node: CssNode | undefined, place: Place): boolean =>
  node?.type === "SelectorList" && [...node.children].every((selector) => complex(selector as Selector, place));

const pseudoClass = (name: string, children: CssNode[] | undefined, place: Place): boolean => {
  if (children === undefined) return CLASSES.has(name);
  const [argument] = children;
  const inside = { ...place, inner: true, relative: false };
  switch (Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined) {
    case "forgiving":
      return true;
    case "selectors":
      return list(argument, inside);
    case "relative":
      return !place.inHas && list(argument, { inner: true, relative: true, inHas: true });
    case "compound":
      return argument?.type === "Selector" && complex(argument, inside) && !hasCombinator(argument);
    case "nth":
      if (argument?.type !== "Nth") return false;
      return !argument.selector || (/child$/.test(name) && list(argument.selector, inside));
    case "word":
      if (argument?.type === "Identifier") return children.length === 1;
      return argument?.type === "Raw" && WORD.test(argument.value);
    default:
      return false;
  }
};

const hasCombinator = ({ children }: Selector): boolean => [...children].some(({ type }) => type === "Combinator");

const simple = (node: CssNode, place: Place): boolean => {
  switch (node.type) {
    case "TypeSelector":
      return isName(node.name);
    case "AttributeSelector":
      return (
        isName(node.name.name) && (node.matcher === null) === (node.value === null) && /^i?$/i.test(node.flags ?? "")
      );
    case "IdSelector":
      return IDENTIFIER.test(node.name);
    case "ClassSelector":
    case "NestingSelector":
      return true;
    case "PseudoClassSelector":
      return pseudoClass(node.name.toLowerCase(), node.children ? [...node.children] : undefined, place);
    case "PseudoElementSelector": {
      const name = node.name.toLowerCase();
      const known = node.children ? ELEMENT_FUNCTIONS.has(name) : ELEMENTS.has(name) || name.startsWith("-webkit-");
      return known && !place.inner;
    }
    default:
      return false;
  }
};

/** Simple selectors between combinators: a type comes first, after a pseudo-element only another one. */
const compound = (nodes: CssNode[], place: Place): boolean => {
  const element = nodes.findIndex(isElement);
  const plain = element < 0 ? nodes : nodes.slice(0, element);
  if (plain.slice(1).some(({ type }) => type === "TypeSelector")) return false;
  if (element >= 0 && (place.inner || !nodes.slice(element).every(isElement))) return false;
  return nodes.length > 0 && nodes.every((node) => simple(node, place));
};

const complex = ({ children }: Selector, place: Place): boolean => {
  const compounds: CssNode[][] = [[]];
  for (const node of children) {
    if (node.type !== "Combinator") compounds.at(-1)!.push(node);
    else if (/^[ >+~]$/.test(node.name)) compounds.push([]);
    else return false;
  }
  const [first, ...rest] = compounds;
  const begins = place.relative && first!.length === 0 && rest.length > 0 ? rest : compounds;
  const last = begins.length - 1;
  return begins.every((nodes, index) => compound(nodes, place) && (index === last || !nodes.some(isElement)));
};

/** Whether Chromium's `querySelector` would take the text, as far as can be told without asking it. */
export const isSelector = (text: string): boolean => {
  try {
    const parsed = parse(text, { context: "selectorList" }) as SelectorList;
    return !/,\s*$/.test(text) && parsed.children.size > 0 && list(parsed, {});
  } catch {
    return false;
  }
};
