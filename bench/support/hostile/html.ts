import { FORM_TYPE, type HostileInput, multipart } from "./hostile-input.ts";

const PATH = "/v1/convert/html-to-pdf";
const MEGABYTE = 1_000_000;

const filled = (unit: string, size = MEGABYTE): string => unit.repeat(Math.floor(size / Buffer.byteLength(unit)));

const inline = (name: string, make: () => string, options?: object): HostileInput => ({
  name: `html: ${name}`,
  path: PATH,
  type: "application/json",
  body: () => Buffer.from(JSON.stringify({ html: make(), options })),
});

const uploaded = (name: string, make: () => Buffer): HostileInput => ({
  name: `html upload: ${name}`,
  path: PATH,
  type: FORM_TYPE,
  body: () => multipart([{ name: "file", value: make() }]),
});

const optioned = (name: string, options: object): HostileInput => inline(name, () => "<p>x", options);

const script = (code: string): string => `<p>x<script>${code}</script>`;

/** HTML documents and options that take long to look at, or that send much over the DevTools protocol. */
export const hostileHtml: readonly HostileInput[] = [
  inline("src= and blanks", () => filled("src=      ")),
  inline("one src= and a million blanks", () => `<p src=${" ".repeat(MEGABYTE)}`),
  inline("url( and blanks", () => `<style>${filled("url(  ")}`),
  inline("attributes that begin like handlers", () => `<p ${filled("onaaaaaaaaaaaa ")}>`),
  inline("open tags", () => filled("<")),
  inline("blanks only", () => " ".repeat(MEGABYTE)),
  inline("nested elements", () => filled("<b>", 100_000)),
  inline("a page size of a million digits", () => `<style>@page{size:${"1".repeat(MEGABYTE)}px 1in}</style>x`),
  inline("a title of a million letters", () => `<title>${"t".repeat(MEGABYTE)}</title>x`),
  inline("a posted body of 120 MB", () => script('fetch("/x",{method:"POST",body:"x".repeat(120e6)}).catch(()=>{})')),
  inline(
    "a posted form of 60 MB",
    () =>
      `<iframe name=f></iframe><form method=post target=f action="http://a.invalid/"><textarea name=a></textarea></form>${script(
        'document.forms[0].a.value="x".repeat(60e6);document.forms[0].submit()',
      )}`,
  ),
  inline("a data address of 60 MB", () => script('new Image().src="data:image/png;base64,"+"A".repeat(60e6)')),
  inline("10,000 requests", () => script('for(let i=0;i<1e4;i++)fetch("data:,a")')),
  inline("an error of 50 MB", () => script('throw new Error("A".repeat(50e6))')),
  inline("dialogs of 50 MB", () => script('for(let i=0;i<5;i++)alert("A".repeat(50e6))')),
  inline("messages of 5 MB", () => script('for(let i=0;i<20;i++)console.log("A".repeat(5e6))')),
  inline("an address of 20 MB", () => script('history.pushState({},"","#"+"A".repeat(20e6))')),
  inline("headings of 1 MB in the outline", () => filled(`<h1>${"h".repeat(10_000)}</h1>`)),
  uploaded("Shift_JIS", () => Buffer.concat([Buffer.from("<meta charset=shift_jis>"), Buffer.alloc(MEGABYTE, 0x82)])),
  uploaded("ISO-2022-JP", () =>
    Buffer.concat([Buffer.from("<meta charset=iso-2022-jp>"), Buffer.alloc(MEGABYTE, "\x1b$B$$\x1b(B")]),
  ),
  uploaded("a charset that does not exist", () => Buffer.from(`<meta charset=${"x".repeat(MEGABYTE)}>`)),
  uploaded("control bytes", () => Buffer.alloc(MEGABYTE, 1)),
  optioned("a margin of 80,000 digits", { marginTop: "1".repeat(80_000) }),
  optioned("a format of 500,000 letters", { format: "A".repeat(500_000) }),
  optioned("a selector of nested functions", { waitForSelector: ":not(".repeat(100_000) }),
  optioned("a selector of 4 KB", { waitForSelector: `${":is(".repeat(500)}a${")".repeat(500)}`, waitTimeout: 1 }),
  {
    name: "html: an address of 900 KB",
    path: PATH,
    type: "application/json",
    body: () => Buffer.from(JSON.stringify({ url: `http://a.invalid/${"a/../".repeat(180_000)}` })),
  },
];
