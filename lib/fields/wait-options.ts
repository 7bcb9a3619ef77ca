import { nullish, rule, shortText } from "../contract/contract.ts";
import { described } from "../contract/described.ts";
import { isExpression } from "../engines/chromium/expression-wait.ts";
import { isSelector } from "../engines/chromium/selector.ts";

/** A selector of this length is parsed in at most 10 ms. */
const SELECTOR_LIMIT_CHARACTERS = 4096;

/** The selector whose match is awaited. */
export const waitForSelector = described(
  nullish(
    shortText(SELECTOR_LIMIT_CHARACTERS).check(
      rule<string>(isSelector, "must be a valid CSS selector, such as #ready"),
    ),
  ),
  { description: "Printing waits until an element matches this CSS selector.", examples: ["#ready"] },
);

/** The expression that is awaited. */
export const waitForExpression = described(
  shortText(SELECTOR_LIMIT_CHARACTERS).check(
    rule<string>(isExpression, "must be an expression of JavaScript, such as window.isReady"),
  ),
  {
    description: "Printing waits until this JavaScript expression is truthy in the page.",
    examples: ["window.isReady === true"],
  },
);
