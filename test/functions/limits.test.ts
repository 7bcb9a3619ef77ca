import { suite } from "node:test";
import { form } from "../support/form.ts";
import { textPdf } from "../support/pdf/raw.ts";
import { type Refusal, refuses } from "../support/refusals.ts";

const html = (options: object) => ({ html: "<p>x", options });
const csv = Buffer.from("a,b\n1,2\n");
const pdf = textPdf("A", "B");

/** A form of so many fields beside its file. */
const fieldsBeside = (count: number): FormData => {
  const data = form({ file: csv });
  for (let at = 0; at < count; at++) data.append("options", "{}");
  return data;
};

const BAD = [400, "INVALID_REQUEST"] as const;

const htmlRefusals: readonly Refusal[] = [
  ["an option is longer than 1 KB", html({ marginTop: "1".repeat(80_000) }), ...BAD, /options\.marginTop.*1024/],
  ["a format is longer than 1 KB", html({ format: "A".repeat(2000) }), ...BAD, /options\.format.*1024/],
  ["the selector is longer than 4 KB", html({ waitForSelector: "a".repeat(5000) }), ...BAD, /waitForSelector.*4096/],
  ["the address is longer than 8 KB", { url: `http://a.invalid/${"a".repeat(9000)}` }, ...BAD, /url.*8192/],
];
const jsonRefusals: readonly Refusal[] = [
  ["JSON holds millions of values", `{"markdown":[${"{},".repeat(2_000_000)}{}]}`, ...BAD, /10,000 values/],
  ["JSON nests deeply", `{"markdown":${"[".repeat(1_000_000)}`, ...BAD, /32 levels/],
  ["JSON holds much beside its texts", `{"markdown":"x"${" ".repeat(100_000)}}`, ...BAD, /64 KB/],
  ["a large JSON body is cut off", `{"markdown":"${"x".repeat(2_000_000)}`, ...BAD, /not valid JSON/],
];
const csvRefusals: readonly Refusal[] = [
  [
    "a text part is longer than 64 KB",
    form({ file: csv, options: `{"format":"${"A".repeat(70_000)}"}` }),
    ...BAD,
    /options.*64 KB/,
  ],
  ["a form has more than 110 parts", fieldsBeside(110), ...BAD, /110 parts/],
  ["a part's head is longer than 8 KB", form({ ["a".repeat(9000)]: "x", file: csv }), ...BAD, /8 KB/],
];
const pagesRefusals: readonly Refusal[] = [
  [
    "the list of pages is longer than 1 MB",
    form({ file: pdf, pages: `[${"1,".repeat(600_000)}1]` }),
    ...BAD,
    /pages.*1024 KB/,
  ],
  ["the list has too many pages", form({ file: pdf, pages: `[${"1,".repeat(200_000)}1]` }), ...BAD, /pages.*100,000/],
  [
    "the first wrong page is named",
    form({ file: pdf, pages: `[1${",-1".repeat(90_000)}]` }),
    ...BAD,
    /pages\.1 .*at least 1/,
  ],
  ["the list nests deeply", form({ file: pdf, pages: "[".repeat(500_000) }), ...BAD, /pages.*JSON/],
];

suite("the lengths of what a request holds", { timeout: 600_000 }, () => {
  refuses("/convert/html-to-pdf", htmlRefusals);
  refuses("/convert/markdown-to-pdf", jsonRefusals);
  refuses("/convert/csv-to-pdf", csvRefusals);
  refuses("/pdf/pages/remove", pagesRefusals);
});
