import { suite } from "node:test";
import { refuses } from "../../support/refusals.ts";

const PATH = "/convert/html-to-pdf";
const headers = { Authorization: "Bearer 0a1b2c" };
const cookies = [{ name: "session", value: "s1" }];

suite("headers and cookies of an address, of another shape,", { concurrency: 2 }, () => {
  const url = "https://example.com/";
  const html = "<p>x";
  const withHeader = (name: string, value = "1") => ({ url, headers: { [name]: value } });
  const withCookie = (cookie: object) => ({ url, cookies: [{ name: "a", value: "b", ...cookie }] });
  refuses(PATH, [
    ["headers come with html", { html, headers }, 400, "INVALID_REQUEST", /headers is only for url/],
    ["cookies come with html", { html, cookies }, 400, "INVALID_REQUEST", /cookies is only for url/],
    ["headers are a list", { url, headers: ["a"] }, 400, "INVALID_REQUEST", /headers must be/],
    ["headers are null", { url, headers: null }, 400, "INVALID_REQUEST", /headers/],
    ["a header is a number", { url, headers: { a: 1 } }, 400, "INVALID_REQUEST", /headers\.a must be text/],
    ["a header has no name", withHeader(""), 400, "INVALID_REQUEST", /headers must have names.*Authorization/],
    ["a header's name holds a colon", withHeader("a: b"), 400, "INVALID_REQUEST", /headers must have names/],
    ["a header's name is long", withHeader("a".repeat(257)), 400, "INVALID_REQUEST", /headers.*256/],
    ...[
      "Host",
      "cookie",
      "Connection",
      "TE",
      "Transfer-Encoding",
      "Proxy-Authorization",
      "sec-fetch-site",
      "Origin",
      "Range",
      "If-None-Match",
      "content-type",
    ].map(
      (name) =>
        [
          `the header ${name} is given`,
          withHeader(name),
          400,
          "INVALID_REQUEST",
          new RegExp(`headers must not hold ${name}`, "i"),
        ] as const,
    ),
    ["a header holds a line end", withHeader("X-A", "a\r\nX-B: c"), 400, "INVALID_REQUEST", /value of X-A.*Bearer/],
    ["a header holds a NUL", withHeader("X-A", "a\0"), 400, "INVALID_REQUEST", /headers.*X-A/],
    ["a header is empty", withHeader("X-A", ""), 400, "INVALID_REQUEST", /headers.*X-A/],
    ["a header is not ASCII", withHeader("X-A", "ü"), 400, "INVALID_REQUEST", /headers.*ASCII/],
    ["a header is given twice", { url, headers: { "X-A": "1", "x-a": "2" } }, 400, "INVALID_REQUEST", /headers.*once/],
    ["headers are long", withHeader("X-A", "a".repeat(16_384)), 400, "INVALID_REQUEST", /headers.*16384/],
    [
      "headers are many",
      { url, headers: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`x-${at}`, "1"])) },
      400,
      "INVALID_REQUEST",
      /headers.*50/,
    ],
    [
      "cookies are an object",
      { url, cookies: { a: "b" } },
      400,
      "INVALID_REQUEST",
      /cookies must be a list, such as.*session/,
    ],
    [
      "a cookie has no value",
      { url, cookies: [{ name: "a" }] },
      400,
      "INVALID_REQUEST",
      /cookies\.0\.value is missing/,
    ],
    ["a cookie has no name", withCookie({ name: "" }), 400, "INVALID_REQUEST", /cookies\.0\.name.*session/],
    ["a cookie's name holds =", withCookie({ name: "a=b" }), 400, "INVALID_REQUEST", /cookies\.0\.name/],
    ["a cookie holds two", withCookie({ value: "b; c=d" }), 400, "INVALID_REQUEST", /cookies\.0\.value.*0a1b2c/],
    ["a cookie holds a line end", withCookie({ value: "b\n" }), 400, "INVALID_REQUEST", /cookies\.0\.value/],
    ["a cookie is long", withCookie({ value: "b".repeat(4097) }), 400, "INVALID_REQUEST", /cookies\.0\.value.*4096/],
    [
      "a cookie's path is relative",
      withCookie({ path: "reports" }),
      400,
      "INVALID_REQUEST",
      /cookies\.0\.path.*\/reports/,
    ],
    [
      "a cookie has a domain",
      withCookie({ domain: "example.com" }),
      400,
      "INVALID_REQUEST",
      /cookies\.0 has unknown domain/,
    ],
    [
      "cookies are many",
      { url, cookies: Array(51).fill({ name: "a", value: "b" }) },
      400,
      "INVALID_REQUEST",
      /cookies.*50/,
    ],
    [
      "cookies are long in all",
      { url, cookies: Array(5).fill({ name: "a", value: "b".repeat(4000) }) },
      400,
      "INVALID_REQUEST",
      /cookies.*16384/,
    ],
  ]);
});
