import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Browser, launch } from "../../../../lib/engines/chromium/browser.ts";
import { isSelector } from "../../../../lib/engines/chromium/selector.ts";

const SELECTORS = [
  ...[
    "*",
    "div",
    "#app .ready",
    ".a.b > .c ~ d + e",
    "a, b",
    "  a  ",
    "html|*",
    "*|a",
    "|a",
    "ns|a",
    "a|*",
    "&",
    "日本",
  ],
  ...[
    "",
    " ",
    ",",
    "a,",
    ",a",
    "a,,b",
    "a >",
    "> a",
    "a > > b",
    "a >> b",
    "a || b",
    "$a",
    "a;b",
    "a{",
    "(a)",
    "@a",
    "50%",
  ],
  ...[
    "#a",
    "#-a",
    "#--a",
    "#1a",
    "#\\31 a",
    ".1a",
    ".-",
    "#",
    ".",
    "a..b",
    "a.#b",
    "1a",
    "-1a",
    "[a]b",
    "a/b",
    "a!",
    "a&b",
  ],
  ...[
    "[a]",
    "[ a ]",
    "[a=b]",
    `[a="b"]`,
    `[a="b" i]`,
    `[a="b" x]`,
    "[a=]",
    "[=a]",
    "[a=1]",
    "[a!=b]",
    "[a b]",
    "[n|a]",
    "[*|a]",
  ],
  ...[
    ":hover",
    ":HOVER",
    ":foo",
    ":visible",
    ":first",
    ":contains(x)",
    ":eq(1)",
    ":empty",
    ":defined",
    ":blank",
    ":",
    "a: b",
  ],
  ...[
    "::before",
    ":before",
    "::foo",
    "::-webkit-x",
    "::-moz-x",
    "::after:hover",
    "::before a",
    "::part(x)",
    "::",
    "a::after b",
  ],
  ...[
    ":not(a)",
    ":not(a, .b c)",
    ":not()",
    ":not(:foo)",
    ":not(> a)",
    ":not(::before)",
    ":is()",
    ":is(a)",
    ":where(a, b)",
  ],
  ...[
    ":has(a)",
    ":has(> a)",
    ":has(+ a, b)",
    ":has()",
    ":has(:has(a))",
    ":has(:not(:has(a)))",
    ":is(:has(a))",
    ":has(:foo)",
  ],
  ...[":nth-child(2n+1)", ":nth-child( odd )", ":nth-child(-n + 3)", ":nth-child(2 of .a)", ":nth-of-type(2 of .a)"],
  ...[
    ":nth-child()",
    ":nth-child",
    ":nth-child(foo)",
    ":nth-child(2n+)",
    ":nth-child(1.5)",
    ":first-child()",
    ":not",
    ":host(a b)",
  ],
  ...[
    ":lang(en)",
    ":lang()",
    ":dir(rtl)",
    ":state(x)",
    ":state()",
    ":matches(a)",
    ":-webkit-any(a)",
    ":popover-open",
    "a:hover:x",
  ],
];

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.kill());

test("takes the selectors that Chromium takes, and no others", { timeout: 180_000 }, async () => {
  const judge = `(${JSON.stringify(SELECTORS)}).map((text) => {
    try { document.querySelector(text); return true } catch { return false }
  })`;
  const { result } = await browser.session.send("Runtime.evaluate", { expression: judge, returnByValue: true });
  const ours = SELECTORS.map(isSelector);
  const wrong = SELECTORS.filter((_, index) => ours[index] !== result.value[index]);
  assert.deepEqual(wrong, []);
  assert.ok(ours.filter(Boolean).length > 40 && ours.filter((valid) => !valid).length > 40);
});

test("checks deeply nested and very long selectors in bounded time", () => {
  assert.equal(isSelector(`${":not(".repeat(100_000)}a${")".repeat(100_000)}`), false);
  assert.equal(isSelector("a ".repeat(100_000)), true);
});
