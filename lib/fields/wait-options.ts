import { boolean, described, integer, nullish, rule, shortText } from "../contract/contract.ts";
import { isExpression } from "../engines/chromium/virtual-wait.ts";
import { PLAIN_PAGE } from "../engines/page-setup.ts";

const WAIT_LIMIT_CHARACTERS = 4096;

/** The selector to wait for. Chromium checks that it is a valid selector before it loads the document. */
export const waitForSelector = described(nullish(shortText(WAIT_LIMIT_CHARACTERS)), {
  description: "Rendering waits until an element matches this CSS selector.",
  examples: ["#ready"],
});

/** The expression to wait for. */
export const waitForExpression = described(
  shortText(WAIT_LIMIT_CHARACTERS).check(
    rule<string>(isExpression, "must be an expression of JavaScript, such as window.isReady"),
  ),
  {
    description: "Rendering waits until this JavaScript expression is truthy in the page.",
    examples: ["window.isReady === true"],
  },
);

export const waitTimeout = described(integer(0, 30_000), {
  description: "The longest time to wait for the selector, and again for the expression, in milliseconds.",
  default: PLAIN_PAGE.waitTimeout,
});

/** Whether a resource that cannot be fetched is an error. */
export const failOnResource = described(boolean(), {
  description:
    "Returns an error if a resource that the page asks for could not be fetched. By default the page is rendered without it, and a warning says so.",
  default: PLAIN_PAGE.failOnResource,
});
