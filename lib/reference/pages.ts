import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { headerOf, type Reply } from "../http/exchange.ts";
import type { PageHandler } from "../server/page.ts";

const TYPES = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
};

/** Redoc writes its styles into the page. The pages show the files of answers in frames and pictures. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src blob:",
  "object-src blob:", // the browser's viewer of PDF files
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
};

/** A picture that Redoc would fetch from its maker. */
const REDOC_LOGO = /https:\/\/cdn\.redoc\.ly\/[\w/.-]+/g;

const redoc = async (): Promise<string> => {
  const file = createRequire(import.meta.url).resolve("redoc/bundles/redoc.standalone.js");
  return (await readFile(file, "utf8")).replaceAll(REDOC_LOGO, "data:,").replace(/^\/\/# sourceMappingURL=.*$/m, "");
};

const ownFile = (name: string) => () => readFile(new URL(name, import.meta.url), "utf8");

interface Made {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
}

const make = async (type: keyof typeof TYPES, read: () => Promise<string>): Promise<Made> => {
  const body = await read();
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { body, etag, headers: { "Content-Type": TYPES[type], ETag: etag, ...HEADERS } };
};

/** A page with this text. It is made for the first request, and sent only to browsers that do not have it. */
const page = (type: keyof typeof TYPES, read: () => Promise<string>): PageHandler => {
  let made: Promise<Made> | undefined;
  return async (event): Promise<Reply> => {
    made ??= make(type, read);
    const { body, etag, headers } = await made;
    if (headerOf(event, "if-none-match") === etag) return { statusCode: 304, headers: { ...headers }, body: "" };
    return { statusCode: 200, headers: { ...headers, "Content-Length": String(Buffer.byteLength(body)) }, body };
  };
};

const SCRIPTS = ["reference", "try", "fields", "request", "answer", "job", "schema", "element"];

/** The reference for people and all files that it loads, by path. None comes from another server. */
export const referencePages: ReadonlyMap<string, PageHandler> = new Map([
  ["/docs", page("html", ownFile("reference.html"))],
  ["/docs/", page("html", ownFile("reference.html"))],
  ["/docs/try", page("html", ownFile("try.html"))],
  ["/docs/style.css", page("css", ownFile("style.css"))],
  ["/docs/redoc.js", page("js", redoc)],
  ...SCRIPTS.map((name) => [`/docs/${name}.js`, page("js", ownFile(`${name}.js`))] as const),
]);
