import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { fontsFolder } from "../../../lib/fonts/folder.ts";
import { readPages, textOf } from "../../support/pdf-text.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";
import { startWebServer } from "../../support/web-server.ts";

const PATH = "/convert/html-to-pdf";
const MARKDOWN_PATH = "/convert/markdown-to-pdf";

const upload = (html: string, assets: Readonly<Record<string, string | Uint8Array>>, options?: object): FormData => {
  const form = new FormData();
  form.append("file", new Blob([html]), "page.html");
  for (const [name, content] of Object.entries(assets))
    form.append("assets", new Blob([content as Uint8Array<ArrayBuffer>]), name);
  if (options) form.append("options", JSON.stringify(options));
  return form;
};

const pdfOf = async (form: FormData, path = PATH) => {
  const reply = await post(path, form);
  assert.equal(reply.status, 200, await (reply.ok ? "" : reply.clone().text()));
  return { pdf: Buffer.from(await reply.arrayBuffer()), warnings: Number(reply.headers.get("x-warnings") ?? 0) };
};

const warningsOf = async (form: FormData, path = PATH) => {
  const reply = await post(path, form, { Accept: "application/json" });
  return ((await reply.json()) as { warnings?: { code: string; message: string; place: string }[] }).warnings ?? [];
};

const red =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#cc0011"/></svg>';

suite("the parts assets", { concurrency: 2 }, () => {
  test("are the style sheets, pictures, scripts and fonts of the page", async () => {
    const html = `<!doctype html><link rel=stylesheet href="./style.css?v=1"><h1>Title</h1>
      <img src="logo%20%C3%BC.svg"><p id=p>early</p><script src="/app.js"></script><a href="#end">down</a><p id=end>end`;
    const style = "@font-face{font-family:Own;src:url(own.ttf)}h1{font-family:Own;color:#00aa11}p{color:#1100aa}";
    const font = readFileSync(join(fontsFolder, "files", "ComicNeue_400Regular.ttf"));
    const app = `fetch("data.json").then((answer) => answer.json()).then(({ word }) => { p.textContent = word })`;
    const { pdf, warnings } = await pdfOf(
      upload(html, {
        "style.css": style,
        "logo ü.svg": red,
        "app.js": app,
        "data.json": '{"word":"late"}',
        "own.ttf": font,
      }),
    );
    assert.equal(warnings, 0);
    const [page] = await readPages(pdf);
    assert.match(page!.text, /Title[\s\S]*late/);
    for (const fill of ["#00aa11", "#1100aa", "#cc0011"]) assert.ok(page!.fills.includes(fill), fill);
    assert.match(pdf.toString("latin1"), /ComicNeue/);
    assert.doesNotMatch(pdf.toString("latin1"), /document\.invalid/);
  });

  test("come with options, and with the document in its own encoding", async () => {
    const html = Buffer.from("<meta charset=windows-1252><link rel=stylesheet href=a.css><p>Gr\xfc\xdfe", "latin1");
    const form = new FormData();
    form.append("file", new Blob([html]), "page.html");
    form.append("assets", new Blob(["@page{size:A5}"]), "a.css");
    form.append("options", '{"landscape":true}');
    const [page] = await readPages((await pdfOf(form)).pdf);
    assert.match(page!.text, /Grüße/);
    assert.equal(Math.round(page!.width), 595);
  });

  test("that are missing are reported", async () => {
    const [warning, ...more] = await warningsOf(upload("<img src=none.png><p>text", { "a.css": "" }));
    assert.deepEqual(
      [warning?.code, warning?.message, more],
      ["image-failed", "Fetching the image failed: status 404.", []],
    );
  });

  test("open nothing else", async () => {
    const server = await startWebServer(() => ({ body: "reached" }));
    const pictures = [
      "http://document.invalid:81/a.svg",
      "https://document.invalid/a.svg",
      "http://other.invalid/a.svg",
    ];
    const html = `<p id=p><script>
      const load = (src) => new Promise((done) => Object.assign(new Image(), { src, onload: () => done("shown"), onerror: () => done("none") }));
      const ask = (to) => fetch(to, { mode: "no-cors" }).then(({ status }) => status, () => "none");
      Promise.all([...["a.svg", ...${JSON.stringify(pictures)}].map(load), ask("../../a.txt"), ask("${server.origin}/")])
        .then((seen) => { p.textContent = seen.join(" ") });
    </script><iframe src="file:///etc/passwd"></iframe>`;
    const text = await textOf((await pdfOf(upload(html, { "a.svg": red }))).pdf);
    server.close();
    assert.match(text, /shown none none none 404/);
    assert.doesNotMatch(text, /root:/);
    assert.deepEqual(server.asked, []);
  });

  test("do not let the document navigate away", async () => {
    for (const html of [
      '<meta http-equiv=refresh content="0;url=other.html"><p>first',
      "<p>first<script>setTimeout(() => { location = 'other.html' }, 50)</script>",
      "<p>first<script>setTimeout(() => location.reload(), 50)</script>",
    ])
      assert.match(await textOf((await pdfOf(upload(html, { "other.html": "<p>second" }))).pdf), /first/);
  });

  test("are pictures of Markdown, beside its tables", async () => {
    const columns = Array.from({ length: 30 }, (_, at) => `column ${at}`).join("|");
    const markdown = `# Title\n\n![logo](<./logo ü.svg>) <img src="logo%20%C3%BC.svg">\n\n${columns}\n${"-|".repeat(29)}-\n${columns}\n`;
    const { pdf, warnings } = await pdfOf(upload(markdown, { "logo ü.svg": red }), MARKDOWN_PATH);
    assert.equal(warnings, 0);
    const pages = await readPages(pdf);
    assert.equal(pages[0]!.fills.filter((fill) => fill === "#cc0011").length, 2);
    const plain = Buffer.from(await (await post(MARKDOWN_PATH, { markdown })).arrayBuffer());
    const sizes = (all: typeof pages) => all.map(({ width, height }) => [width, height]);
    assert.deepEqual(sizes(pages), sizes(await readPages(plain)));
    assert.ok(pages.some(({ width, height }) => width > height));
    const [warning, ...more] = await warningsOf(upload("![](none.png)", { "a.svg": red }), MARKDOWN_PATH);
    assert.deepEqual([warning?.message, more], ["Fetching the image failed: status 404.", []]);
  });

  test("are pictures of each piece of a large Markdown document", async () => {
    const chapter = `## Chapter\n\n${"Words that fill the page. ".repeat(200)}\n\n`;
    const markdown = `![](a.svg)\n\n${chapter.repeat(150)}\n\n![](a.svg)\n`;
    assert.ok(markdown.length > 700_000);
    const { pdf } = await pdfOf(upload(markdown, { "a.svg": red }), MARKDOWN_PATH);
    const pages = await readPages(pdf);
    for (const page of [pages[0]!, pages.at(-1)!]) assert.ok(page.fills.includes("#cc0011"));
  });

  const large = "x".repeat(6 * 1024 * 1024);
  refuses(PATH, [
    [
      "an asset comes without a document",
      (() => {
        const form = upload("x", { "a.css": "" });
        form.delete("file");
        return form;
      })(),
      400,
      "INVALID_REQUEST",
      /file is missing/,
    ],
    [
      "two assets have one name",
      (() => {
        const form = upload("x", { "a.css": "" });
        form.append("assets", new Blob(["b"]), "a.css");
        return form;
      })(),
      400,
      "INVALID_REQUEST",
      /assets must each have a file name of its own/,
    ],
    [
      "an asset is a text field",
      (() => {
        const form = upload("x", {});
        form.append("assets", "a");
        return form;
      })(),
      400,
      "INVALID_REQUEST",
      /assets/,
    ],
    ["the assets are too large with the document", upload(large, { "a.css": large }), 413, "FILE_TOO_LARGE", /10 MB/],
  ]);
});
