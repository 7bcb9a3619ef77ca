import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { textOf } from "../../support/pdf-text.ts";
import { failure, newAccount, post, usage } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/convert/html-to-pdf";
const HTML = "<!doctype html><title>T</title><h1>Hello</h1>";
const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);

suite("POST /convert/html-to-pdf", { concurrency: 2 }, () => {
  test("prints inline HTML for one credit, with every header of the interface", async () => {
    const { account, key } = await newAccount(10);
    const sentAt = Math.floor(Date.now() / 1000);
    const reply = await post(PATH, { html: HTML }, { key });
    assert.equal(reply.status, 200);
    const headers = Object.fromEntries(reply.headers);
    assert.equal(headers["content-type"], "application/pdf");
    assert.equal(headers["content-disposition"], 'attachment; filename="html.pdf"');
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["x-credits-used"], "1");
    assert.equal(headers["x-credits-remaining"], "9");
    assert.equal(headers["x-ratelimit-limit"], "60");
    assert.equal(headers["x-ratelimit-remaining"], "59");
    const windowEnd = Number(headers["x-ratelimit-reset"]) - 60;
    assert.ok(windowEnd >= sentAt && windowEnd <= Date.now() / 1000 + 1, `${windowEnd}`);
    assert.match(headers["x-request-id"]!, /^[0-9a-f-]{36}$/);
    assert.match(headers["x-processing-time-ms"]!, /^\d+$/);
    assert.match(headers["x-engine"]!, /^chromium\/\d+/);
    const pdf = Buffer.from(await reply.arrayBuffer());
    assert.equal(headers["content-length"], String(pdf.length));
    assert.match(await textOf(pdf), /Hello/);
    assert.deepEqual(await usage(account), { account, credits: 9, used: 1, reserved: 0 });
  });

  test("judges a selector by Chromium: after missing credits, not in a dry run, and without a charge", async () => {
    const body = { html: HTML, options: { waitForSelector: "#[" } };
    const poor = await newAccount(0);
    assert.equal((await post(PATH, body, { key: poor.key })).status, 402);
    const { account, key } = await newAccount(10);
    assert.equal((await post(PATH, body, { key, Prefer: "dry-run" })).status, 200);
    const { code, message } = await failure(await post(PATH, body, { key }));
    assert.equal(code, "INVALID_REQUEST");
    assert.equal(message, "options.waitForSelector must be a valid CSS selector, such as #ready.");
    assert.equal((await usage(account)).used, 0);
  });

  test("prints an uploaded file, with options in a part", async () => {
    const reply = await post(PATH, form({ file: bytes(HTML), options: '{"format":"a6","landscape":true}' }));
    assert.equal(reply.status, 200);
    assert.match(await textOf(Buffer.from(await reply.arrayBuffer())), /Hello/);
  });

  test("accepts a file without a name, and options that are sent as a file", async () => {
    const body = [
      '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: text/html\r\n\r\n',
      HTML,
      '\r\n--b\r\nContent-Disposition: form-data; name=options; filename="blob"\r\nContent-Type: application/json\r\n\r\n{}',
      "\r\n--b--\r\n",
    ].join("");
    const reply = await post(PATH, body, { "Content-Type": "multipart/form-data; boundary=b" });
    assert.equal(reply.status, 200);
  });

  for (const [how, file] of [
    ["a UTF-8 BOM", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes("<p>Grüße €")])],
    ["a UTF-16 BOM", Buffer.concat([Buffer.from([0xff, 0xfe]), bytes("<p>Grüße €", "utf16le")])],
    ["its meta element", Buffer.concat([bytes("<meta charset=windows-1252><p>"), bytes("Gr\xfc\xdfe \x80", "latin1")])],
    ["nothing, as UTF-8", bytes("<p>Grüße €")],
  ] as const) {
    test(`reads a file whose encoding is declared by ${how}`, async () => {
      const reply = await post(PATH, form({ file }));
      assert.match(await textOf(Buffer.from(await reply.arrayBuffer())), /Grüße €/);
      assert.equal(reply.headers.get("x-warnings"), "0");
    });
  }

  for (const [what, text, encoding] of [
    ["names none and is not UTF-8", "<p>Gr\xfc\xdfe", "latin1"],
    ["is not in the encoding that it names", "<meta charset=gbk><p>\xff\xff", "latin1"],
  ] as const)
    test(`warns of lost characters where a file ${what}`, async () => {
      const reply = await post(PATH, form({ file: bytes(text, encoding) }), { Accept: "application/json" });
      const { warnings } = (await reply.json()) as { warnings: { code: string }[] };
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ["characters-lost"],
      );
    });

  test("does not warn of a file that shows the replacement character itself", async () => {
    const reply = await post(PATH, form({ file: bytes("<p>\ufffd") }));
    assert.equal(reply.headers.get("x-warnings"), "0");
  });

  test("accepts a file whose script holds control characters", async () => {
    const script = `<p id=p>x<script>p.append(" by script");"\0\x01\x1f"</script>${"<p>more".repeat(50)}`;
    const reply = await post(PATH, form({ file: bytes(script) }));
    assert.match(await textOf(Buffer.from(await reply.arrayBuffer())), /x by script/);
  });

  test("returns metadata when JSON is preferred", async () => {
    const { key } = await newAccount(100);
    const reply = await post(PATH, { html: HTML }, { key, Accept: "application/json" });
    assert.equal(reply.headers.get("content-type"), "application/json");
    const { size, ...rest } = (await reply.json()) as Record<string, number>;
    assert.ok(size! > 1000);
    assert.deepEqual(rest, {
      fileName: "html.pdf",
      creditsUsed: 1,
      creditsRemaining: 99,
      contentType: "application/pdf",
      pages: 1,
    });
  });

  test("reports what it did not fetch, in a header and in the metadata", async () => {
    const html = `<img src="http://10.0.0.5/a.png?x=1"><link rel=stylesheet href="http://missing.invalid/b.css">`;
    const reply = await post(PATH, { html }, { Accept: "application/json" });
    assert.equal(reply.headers.get("x-warnings"), "2");
    const { warnings } = (await reply.json()) as { warnings: { code: string }[] };
    assert.deepEqual(
      warnings.toSorted((a, b) => a.code.localeCompare(b.code)),
      [
        {
          code: "image-blocked",
          message: "Fetching the image is not allowed: private address.",
          place: "http://10.0.0.5",
        },
        {
          code: "stylesheet-failed",
          message: "Fetching the stylesheet failed: name not found.",
          place: "http://missing.invalid",
        },
      ],
    );
  });

  const inline = (options: object) => ({ html: HTML, options });
  refuses(PATH, [
    ["neither html nor url is given", {}, 400, "INVALID_REQUEST", /html and url/],
    ["both are null", { html: null, url: null }, 400, "INVALID_REQUEST", /html and url/],
    ["both are given", { html: HTML, url: "https://example.com" }, 400, "INVALID_REQUEST", /html and url/],
    ["html is not text", { html: 1 }, 400, "INVALID_REQUEST", /html/],
    ["html is empty", { html: " " }, 400, "INVALID_REQUEST", /html/],
    ["the body is not an object", [1], 400, "INVALID_REQUEST", /object/],
    ["a field is unknown", { html: HTML, colour: 1 }, 400, "INVALID_REQUEST", /colour/],
    ["an option is unknown", inline({ margin: 1 }), 400, "INVALID_REQUEST", /options.*margin/],
    ["options are null", { html: HTML, options: null }, 400, "INVALID_REQUEST", /options/],
    ["format is unknown", inline({ format: "B5" }), 400, "INVALID_REQUEST", /format.*A4.*A6/],
    ["format is null", inline({ format: null }), 400, "INVALID_REQUEST", /format/],
    ["a margin has no unit", inline({ marginTop: "1" }), 400, "INVALID_REQUEST", /marginTop/],
    ["a margin has another unit", inline({ marginLeft: "1em" }), 400, "INVALID_REQUEST", /marginLeft/],
    ["a margin is negative", inline({ marginRight: "-1cm" }), 400, "INVALID_REQUEST", /marginRight/],
    ["a margin has a space", inline({ marginBottom: "1 cm" }), 400, "INVALID_REQUEST", /marginBottom/],
    ["a margin is a number", inline({ marginTop: 1 }), 400, "INVALID_REQUEST", /marginTop/],
    [
      "margins leave no room",
      inline({ format: "A6", marginTop: "9cm", marginBottom: "6cm" }),
      400,
      "INVALID_REQUEST",
      /margins/,
    ],
    [
      "margins leave no room on CSS's paper",
      inline({ marginLeft: "15cm", marginRight: "15cm" }),
      400,
      "INVALID_REQUEST",
      /margins/i,
    ],
    [
      "default margins leave no room on the paper of CSS",
      { html: "<style>@page{size:50mm 20mm}</style>label" },
      400,
      "INVALID_REQUEST",
      /^The document's @page leaves no room/,
    ],
    [
      "margins of CSS leave no room on its paper beside those of the options",
      { html: "<style>@page{size:5cm 5cm;margin:3cm}</style>", options: { marginTop: "2cm" } },
      400,
      "INVALID_REQUEST",
      /^The document's @page leaves no room/,
    ],
    [
      "margins leave no room on CSS's paper, which is smaller than usual",
      { html: "<style>@page{size:4in 6in}</style>", options: { marginLeft: "7cm", marginRight: "7cm" } },
      400,
      "INVALID_REQUEST",
      /^options has margins/,
    ],
    ["scale is too small", inline({ scale: 0.09 }), 400, "INVALID_REQUEST", /scale.*0\.1 to 2/],
    ["scale is too large", inline({ scale: 2.1 }), 400, "INVALID_REQUEST", /scale.*0\.1 to 2/],
    ["scale is text", inline({ scale: "1" }), 400, "INVALID_REQUEST", /scale/],
    ["landscape is not a boolean", inline({ landscape: "true" }), 400, "INVALID_REQUEST", /landscape/],
    ["waitTimeout is too long", inline({ waitTimeout: 30001 }), 400, "INVALID_REQUEST", /waitTimeout.*30000/],
    ["waitTimeout is a fraction", inline({ waitTimeout: 1.5 }), 400, "INVALID_REQUEST", /waitTimeout/],
    ["margins are beyond any paper", inline({ marginTop: "9999999cm" }), 400, "INVALID_REQUEST", /margins/],
    [
      "both are given, the address private",
      { html: HTML, url: "http://127.0.0.1/" },
      400,
      "INVALID_REQUEST",
      /html and url/,
    ],
    ["the selector is invalid", inline({ waitForSelector: "#[" }), 400, "INVALID_REQUEST", /waitForSelector/],
    ["the body is malformed JSON", '{"html":', 400, "INVALID_REQUEST", /JSON/],
    ["the body is empty", "", 400, "INVALID_REQUEST", /JSON/],
    ["no file is in the form", form({ options: "{}" }), 400, "INVALID_REQUEST", /file/],
    ["the file is a text field", form({ file: HTML }), 400, "INVALID_REQUEST", /file/],
    ["the file comes twice", form({ file: [bytes(HTML), bytes(HTML)] }), 400, "INVALID_REQUEST", /file.*once/],
    ["options come twice", form({ file: bytes(HTML), options: ["{}", "{}"] }), 400, "INVALID_REQUEST", /options.*once/],
    ["options are empty", form({ file: bytes(HTML), options: "" }), 400, "INVALID_REQUEST", /options/],
    ["options are not JSON", form({ file: bytes(HTML), options: "A4" }), 400, "INVALID_REQUEST", /options/],
    ["a part is unknown", form({ file: bytes(HTML), html: "x" }), 400, "INVALID_REQUEST", /html/],
    ["the file is empty", form({ file: bytes("") }), 400, "INVALID_REQUEST", /file/],
    ["the file is a PDF", form({ file: bytes("%PDF-1.7\n") }), 415, "UNSUPPORTED_MEDIA_TYPE", /file.*PDF/],
    [
      "the file is a ZIP, and options are wrong too",
      form({ file: bytes("PK\x03\x04"), options: "x" }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /file/,
    ],
    [
      "the file is a PDF behind a line",
      form({ file: bytes("\n%PDF-1.7\n\x01\x02") }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /file/,
    ],
    ["the file is a bitmap", form({ file: bytes("BM\x46\0\0\0\0\0") }), 415, "UNSUPPORTED_MEDIA_TYPE", /file/],
    ["url is not an address", { url: "example" }, 400, "INVALID_REQUEST", /url/],
    ["url has another scheme", { url: "ftp://example.com/" }, 400, "INVALID_REQUEST", /url/],
    ["url has credentials", { url: "https://a:b@example.com/" }, 400, "INVALID_REQUEST", /url/],
    ["url has a bad port", { url: "http://example.com:22/" }, 400, "INVALID_REQUEST", /url/],
    ["url is private", { url: "http://10.0.0.1/" }, 403, "SSRF_BLOCKED", /./],
    ["url is this machine", { url: "http://localhost:3000/" }, 403, "SSRF_BLOCKED", /./],
    ["url is the metadata service", { url: "http://169.254.169.254/latest/" }, 403, "SSRF_BLOCKED", /./],
    ["url is an odd spelling of loopback", { url: "http://0x7f.1/" }, 403, "SSRF_BLOCKED", /./],
    ["the name is not found", { url: "http://no-such-name.invalid/" }, 500, "PROCESSING_FAILED", /name/i],
  ]);
});
