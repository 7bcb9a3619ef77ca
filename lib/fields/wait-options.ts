import { boolean, described, integer, nullish, rule, shortText } from "../contract/contract.ts";
import { isExpression } from "../engines/chromium/virtual-wait.ts";
import { PLAIN_PAGE } from "../engines/page-setup.ts";

const WAIT_LIMIT_CHARACTERS = 4096;

/** The selector whose match is awaited. Chromium judges whether it is one, before it loads the document. */
export const waitForSelector = described(nullish(shortText(WAIT_LIMIT_CHARACTERS)), {
  description: "Rendering waits until an element matches this CSS selector.",
  examples: ["#ready"],
});

/** The expression that is awaited. */
export const waitForExpression = described(
  shortText(WAIT_LIMIT_CHARACTERS).check(
    rule<string>(isExpression, "must be an expression of JavaScript, such as window.isReady"),
  ),
  {
    description: "Rendering waits until this JavaScript expression is truthy in the page.",
    examples: ["window.isReady === true"],
  },
);

/** The time for a wait. */
export const waitTimeout = described(integer(0, 30_000), {
  description: "Milliseconds that the wait for the selector, and that for the expression, may take.",
  default: PLAIN_PAGE.waitTimeout,
});

/** Whether what is missing is an error. */
export const failOnResource = described(boolean(), {
  description:
    "Returns an error if something that the page asks for could not be fetched. By default the page is rendered without it, and warnings tell.",
  default: PLAIN_PAGE.failOnResource,
});
