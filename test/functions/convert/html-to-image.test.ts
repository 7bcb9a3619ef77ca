import assert from "node:assert/strict";
import { suite, test } from "node:test";
import sharp from "sharp";
import { form } from "../../support/form.ts";
import { failure, newAccount, post, usage } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";
import { screenOf } from "../../support/screen.ts";

const PATH = "/convert/html-to-image";
const HTML = "<!doctype html><title>T</title><h1>Hello</h1>";

/** Boxes of one colour each, and what is fixed in the window. */
const BOXES = `<!doctype html><style>
  body { margin: 0; height: 3000px; background: #ffff00 }
  div { position: absolute; left: 20.5px; top: 1000px; width: 99.2px; height: 50px; background: #ff0000 }
  footer { position: fixed; bottom: 0; width: 100%; height: 10vh; background: #0000ff }
</style><div></div><footer></footer>`;

const picture = async (html: string, options: object = {}) => {
  const reply = await post(PATH, { html, options });
  assert.equal(reply.status, 200, await reply.clone().text());
  return Buffer.from(await reply.arrayBuffer());
};
const screen = async (html: string, options?: object) => screenOf(await picture(html, options));

suite("POST /convert/html-to-image", { concurrency: 2 }, () => {
  test("returns a PNG of the window for one credit", async () => {
    const { account, key } = await newAccount(10);
    const reply = await post(PATH, { html: HTML }, { key });
    assert.equal(reply.status, 200, await reply.clone().text());
    const headers = Object.fromEntries(reply.headers);
    assert.equal(headers["content-type"], "image/png");
    assert.equal(headers["content-disposition"], 'attachment; filename="html.png"');
    assert.equal(headers["x-credits-used"], "1");
    assert.match(headers["x-engine"]!, /^chromium\/\d+/);
    const { format, width, height, at } = await screenOf(Buffer.from(await reply.arrayBuffer()));
    assert.deepEqual([format, width, height, at(1279, 799)], ["png", 1280, 800, "#ffffff"]);
    assert.equal((await usage(account)).used, 1);
  });

  for (const [format, name, type] of [
    ["png", "html.png", "image/png"],
    ["jpeg", "html.jpg", "image/jpeg"],
    ["webp", "html.webp", "image/webp"],
  ] as const) {
    test(`names a picture in ${format} by its format, also in the metadata`, async () => {
      const body = { html: HTML, options: { format, width: 300, height: 200 } };
      const reply = await post(PATH, body);
      assert.equal(reply.headers.get("content-type"), type);
      assert.equal(reply.headers.get("content-disposition"), `attachment; filename="${name}"`);
      const decoded = await screenOf(Buffer.from(await reply.arrayBuffer()));
      assert.deepEqual([decoded.format, decoded.width, decoded.height], [format, 300, 200]);
      const metadata = (await (await post(PATH, body, { Accept: "application/json" })).json()) as object;
      assert.deepEqual({ ...metadata, size: 0 }, { ...metadata, size: 0, fileName: name, contentType: type });
    });
  }

  test("shows the window, whose size the page's styles and scripts see", async () => {
    const html = `<!doctype html><style>body{background:#ff0000}@media(max-width:500px) and (orientation:portrait){body{background:#00ff00}}</style>
      <script>if (innerWidth === 400 && innerHeight === 600 && devicePixelRatio === 2) document.write("<p style='position:fixed;inset:0;margin:0;width:9px;background:#0000ff'>")</script>`;
    const { width, height, at } = await screen(html, { width: 400, height: 600, deviceScaleFactor: 2 });
    assert.deepEqual([width, height, at(5, 1000), at(700, 1000)], [800, 1200, "#0000ff", "#00ff00"]);
  });

  test("shows the whole page, laid out in the window as it is", async () => {
    const { width, height, at } = await screen(BOXES, { fullPage: true });
    assert.deepEqual([width, height], [1280, 3000]);
    assert.deepEqual([at(60, 1020), at(60, 960), at(5, 2999)], ["#ff0000", "#ffff00", "#ffff00"]);
    assert.deepEqual([at(5, 719), at(5, 720), at(5, 799), at(5, 800)], ["#ffff00", "#0000ff", "#0000ff", "#ffff00"]);
  });

  test("shows one element, out to whole pixels", async () => {
    const { width, height, at } = await screen(BOXES, { selector: "div" });
    assert.deepEqual([width, height, at(50, 25)], [100, 50, "#ff0000"]);
    const twice = await screen(BOXES, { selector: "body > div", deviceScaleFactor: 2 });
    assert.deepEqual([twice.width, twice.height, twice.at(100, 50)], [200, 100, "#ff0000"]);
  });

  test("shows an element that its box has scrolled away, and one that a script makes", async () => {
    const html = `<!doctype html><div style="height:100px;overflow:auto"><p style="height:900px"><b style="display:block;height:20px;background:#00ff00"></b></div>
      <script>setTimeout(() => document.body.append(Object.assign(document.createElement("i"), { style: "position:absolute;width:30px;height:10px;background:#ff00ff" })), 3000)</script>`;
    assert.equal((await screen(html, { selector: "b" })).at(5, 5), "#00ff00");
    const { width, height, at } = await screen(html, { selector: "i" });
    assert.deepEqual([width, height, at(5, 5)], [30, 10, "#ff00ff"]);
  });

  test("leaves out the white under the page", async () => {
    const html = '<!doctype html><p style="margin:0;width:100px;height:100px;background:rgb(255 0 0 / 50%)">';
    const options = { transparent: true, width: 300, height: 200 };
    const png = await screen(html, options);
    assert.deepEqual([png.at(200, 150), png.at(50, 50)], ["#00000000", "#ff000080"]);
    const webp = await screen(html, { ...options, format: "webp", quality: 100 });
    assert.equal(webp.at(200, 150).slice(7), "00");
  });

  test("writes smaller files of lower quality", async () => {
    const html = `<body style="background:repeating-conic-gradient(red,blue 7deg)">`;
    for (const format of ["jpeg", "webp"]) {
      const [low, high] = await Promise.all([5, 95].map((quality) => picture(html, { format, quality })));
      assert.ok(low!.length < high!.length / 2, `${low!.length} and ${high!.length} bytes of ${format}`);
    }
  });

  test("shows the page with the files that come with it, and in the media type that is asked for", async () => {
    const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#ff0000" } })
      .png()
      .toBuffer();
    const file = Buffer.from(
      "<style>body{margin:0}@media print{p{width:50px;height:50px;margin:0;background:#00ff00}}</style><img style='display:block;width:50px;height:50px' src=red.png><p>",
    );
    const assets = new File([red as Uint8Array<ArrayBuffer>], "red.png");
    const parts = form({ file, options: JSON.stringify({ emulateMedia: "print", width: 100, height: 100 }) });
    parts.append("assets", assets);
    const reply = await post(PATH, parts);
    assert.equal(reply.status, 200, await reply.clone().text());
    const { at } = await screenOf(Buffer.from(await reply.arrayBuffer()));
    assert.deepEqual([at(25, 25), at(25, 75)], ["#ff0000", "#00ff00"]);
  });

  test("reports what it did not fetch, and counts the errors of scripts", async () => {
    const html = '<img src="http://10.0.0.5/a.png"><script>console.error(1)</script>';
    const reply = await post(PATH, { html }, { Accept: "application/json" });
    const { warnings, consoleErrors } = (await reply.json()) as { warnings: { code: string }[]; consoleErrors: number };
    assert.deepEqual([warnings.map(({ code }) => code), consoleErrors], [["image-blocked"], 1]);
    const strict = await post(PATH, { html, options: { failOnResource: true } });
    assert.match((await failure(strict)).message, /private address/);
  });

  test("judges a selector by Chromium, and charges nothing if nothing matches", async () => {
    const { account, key } = await newAccount(10);
    const ask = async (selector: string) => failure(await post(PATH, { html: HTML, options: { selector } }, { key }));
    assert.equal((await ask("#[")).message, "options.selector must be a valid CSS selector, such as #ready.");
    assert.equal((await ask("#none")).message, "options.selector matches no element.");
    assert.equal((await ask("title")).message, "options.selector matches an element that takes no room on the page.");
    assert.equal((await usage(account)).used, 0);
  });

  const inline = (options: object, html = HTML) => ({ html, options });
  const tall = '<p style="height:1000000px">x';
  refuses(PATH, [
    ["neither html nor url is given", {}, 400, "INVALID_REQUEST", /html and url/],
    ["url is private", { url: "http://10.0.0.1/" }, 403, "SSRF_BLOCKED", /./],
    ["an option is one of paper", inline({ landscape: true }), 400, "INVALID_REQUEST", /^options.*landscape/],
    ["the window has no width", inline({ width: 0 }), 400, "INVALID_REQUEST", /^options\.width must be 1 to 10000/],
    ["the width is a length", inline({ width: "10cm" }), 400, "INVALID_REQUEST", /^options\.width/],
    ["the window is too high", inline({ height: 10001 }), 400, "INVALID_REQUEST", /^options\.height/],
    ["the scale is too small", inline({ deviceScaleFactor: 0.09 }), 400, "INVALID_REQUEST", /^options\.deviceScale/],
    ["the scale is too large", inline({ deviceScaleFactor: 4.1 }), 400, "INVALID_REQUEST", /^options\.deviceScale/],
    ["the format is unknown", inline({ format: "gif" }), 400, "INVALID_REQUEST", /^options\.format.*png, jpeg, webp/],
    ["PNG has a quality", inline({ quality: 80 }), 400, "INVALID_REQUEST", /^options\.quality is only for jpeg/],
    ["the quality is too high", inline({ format: "webp", quality: 101 }), 400, "INVALID_REQUEST", /^options\.quality/],
    [
      "JPEG is transparent",
      inline({ format: "jpeg", transparent: true }),
      400,
      "INVALID_REQUEST",
      /^options\.transparent is only for png/,
    ],
    [
      "both the page and an element are asked for",
      inline({ fullPage: true, selector: "h1" }),
      400,
      "INVALID_REQUEST",
      /^options\.fullPage excludes selector/,
    ],
    [
      "the window has too many pixels",
      inline({ width: 10000, height: 10000 }),
      400,
      "INVALID_REQUEST",
      /^options asks for a window of too many pixels/,
    ],
    [
      "the page has too many pixels",
      inline({ fullPage: true, width: 10000 }, tall),
      400,
      "INVALID_REQUEST",
      /^options\.fullPage makes a picture of 10000 × 1000\d\d\d pixels, but it may have 50 million\.$/,
    ],
    [
      "the element has too many pixels",
      inline({ selector: "p" }, tall),
      400,
      "INVALID_REQUEST",
      /^options\.selector makes a picture of 1264 × 1000000 pixels/,
    ],
    [
      "the page is higher than the format",
      inline({ fullPage: true, format: "webp", width: 100 }, '<p style="height:17000px">x'),
      400,
      "INVALID_REQUEST",
      /^options\.fullPage makes .* but a side may have 16383 in webp\.$/,
    ],
    ["no file is in the form", form({ options: "{}" }), 400, "INVALID_REQUEST", /file/],
    ["the file is a PDF", form({ file: Buffer.from("%PDF-1.7\n") }), 415, "UNSUPPORTED_MEDIA_TYPE", /file.*PDF/],
  ]);
});
