import type { CssNode, Selector, SelectorList } from "css-tree";
import parse from "css-tree/selector-parser";
import {
  FUNCTIONAL_PSEUDO_CLASSES,
  FUNCTIONAL_PSEUDO_ELEMENTS,
  PSEUDO_CLASSES,
  PSEUDO_ELEMENTS,
} from "./pseudo-selectors.ts";

/** The context of a selector: `:has()` takes relative selectors, and `:has()` and pseudo-elements may not be nested. */
interface SelectorContext {
  readonly isRelative?: boolean;
  readonly isInHas?: boolean;
  readonly isNested?: boolean;
}

const IDENTIFIER = /^(--|-?([a-z_]|\\[^\n]|[^\0-\x7f]))/i;
const WORD = /^\s*[\w-]+\s*$/;

/** Whether a name has no namespace prefix other than `*|` and `|`: `querySelector` knows no declared namespaces. */
const isName = (name: string): boolean => !name.includes("|") || /^\*?\|[^*]/.test(name) || name === "*|*";

/** Whether a node is a pseudo-element; the four of CSS 2 may be written with one colon. */
const isElement = (node: CssNode): boolean =>
  node.type === "PseudoElementSelector" ||
  (node.type === "PseudoClassSelector" && /^(before|after|first-line|first-letter)$/i.test(node.name));

const isSelectorList = (node: CssNode | undefined, context: SelectorContext): boolean =>
  node?.type === "SelectorList" &&
  [...node.children].every((selector) => isComplexSelector(selector as Selector, context));

const isPseudoClass = (name: string, children: CssNode[] | undefined, context: SelectorContext): boolean => {
  if (children === undefined) return PSEUDO_CLASSES.has(name);
  const [argument] = children;
  const nested = { ...context, isNested: true, isRelative: false };
  switch (Object.hasOwn(FUNCTIONAL_PSEUDO_CLASSES, name) ? FUNCTIONAL_PSEUDO_CLASSES[name] : undefined) {
    case "forgiving":
      return true;
    case "selectors":
      return isSelectorList(argument, nested);
    case "relative":
      return !context.isInHas && isSelectorList(argument, { isNested: true, isRelative: true, isInHas: true });
    case "compound":
      return argument?.type === "Selector" && isComplexSelector(argument, nested) && !hasCombinator(argument);
    case "nth":
      if (argument?.type !== "Nth") return false;
      return !argument.selector || (/child$/.test(name) && isSelectorList(argument.selector, nested));
    case "word":
      if (argument?.type === "Identifier") return children.length === 1;
      return argument?.type === "Raw" && WORD.test(argument.value);
    default:
      return false;
  }
};

const hasCombinator = ({ children }: Selector): boolean => [...children].some(({ type }) => type === "Combinator");

const isSimpleSelector = (node: CssNode, context: SelectorContext): boolean => {
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
      return isPseudoClass(node.name.toLowerCase(), node.children ? [...node.children] : undefined, context);
    case "PseudoElementSelector": {
      const name = node.name.toLowerCase();
      const known = node.children
        ? FUNCTIONAL_PSEUDO_ELEMENTS.has(name)
        : PSEUDO_ELEMENTS.has(name) || name.startsWith("-webkit-");
      return known && !context.isNested;
    }
    default:
      return false;
  }
};

/** Whether simple selectors form a compound: a type selector comes first, and only pseudo-elements follow a pseudo-element. */
const isCompoundSelector = (nodes: CssNode[], context: SelectorContext): boolean => {
  const element = nodes.findIndex(isElement);
  const plain = element < 0 ? nodes : nodes.slice(0, element);
  if (plain.slice(1).some(({ type }) => type === "TypeSelector")) return false;
  if (element >= 0 && (context.isNested || !nodes.slice(element).every(isElement))) return false;
  return nodes.length > 0 && nodes.every((node) => isSimpleSelector(node, context));
};

const isComplexSelector = ({ children }: Selector, context: SelectorContext): boolean => {
  const compounds: CssNode[][] = [[]];
  for (const node of children) {
    if (node.type !== "Combinator") compounds.at(-1)!.push(node);
    else if (/^[ >+~]$/.test(node.name)) compounds.push([]);
    else return false;
  }
  const [first, ...rest] = compounds;
  const parts = context.isRelative && first!.length === 0 && rest.length > 0 ? rest : compounds;
  const last = parts.length - 1;
  return parts.every(
    (nodes, index) => isCompoundSelector(nodes, context) && (index === last || !nodes.some(isElement)),
  );
};

/** Whether Chromium's `querySelector` accepts the text, as far as that can be known without Chromium. */
export const isSelector = (text: string): boolean => {
  try {
    const parsed = parse(text, { context: "selectorList" }) as SelectorList;
    return !/,\s*$/.test(text) && parsed.children.size > 0 && isSelectorList(parsed, {});
  } catch {
    return false;
  }
};
