import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { inflateSync } from "node:zlib";
import { PDFArray, PDFDict, PDFDocument, type PDFHexString, PDFName, type PDFRawStream, type PDFString } from "pdf-lib";
import { form } from "../../support/form.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { withPdfJs } from "../../support/pdf/look.ts";
import { failure, post } from "../../support/platen.ts";
import { randomFrom } from "../../support/random.ts";

const MINIMUM = readFileSync(new URL("../../../samples/invoice.xml", import.meta.url), "utf8");
const CORE = "urn:cen.eu:en16931:2017";

/** The sample with another guideline. */
const invoice = (guideline: string): Buffer => Buffer.from(MINIMUM.replace("urn:factur-x.eu:1p0:minimum", guideline));

const PATHS = {
  "/convert/html-to-pdf": Buffer.from("<html lang=en><title>Invoice</title><h1>Invoice</h1>"),
  "/convert/word-to-pdf": docx(paragraph("Invoice")),
};

const sent = (eInvoice: Uint8Array, options?: object, path: keyof typeof PATHS = "/convert/html-to-pdf") =>
  post(path, form({ file: PATHS[path], eInvoice, ...(options && { options: JSON.stringify(options) }) }));

const made = async (...request: Parameters<typeof sent>): Promise<Buffer> => {
  const reply = await sent(...request);
  assert.equal(reply.status, 200, reply.ok ? "" : await reply.text());
  return Buffer.from(await reply.arrayBuffer());
};

const textOf = (value: unknown): string => (value as PDFString | PDFHexString).decodeText();

/** The attached file, what relates it to the document, and what the metadata say of it. */
const invoiceIn = async (pdf: Buffer) => {
  const { catalog } = await PDFDocument.load(pdf, { updateMetadata: false });
  const file = catalog.lookup(PDFName.of("AF"), PDFArray).lookup(0, PDFDict);
  const names = catalog.lookup(PDFName.of("Names"), PDFDict).lookup(PDFName.of("EmbeddedFiles"), PDFDict);
  const [key, listed] = names.lookup(PDFName.of("Names"), PDFArray).asArray();
  assert.equal(catalog.context.lookup(listed!), file);
  const stream = file.lookup(PDFName.of("EF"), PDFDict).lookup(PDFName.of("F")) as PDFRawStream;
  const parameters = stream.dict.lookup(PDFName.of("Params"), PDFDict);
  const { metadata } = await withPdfJs(pdf, (document) => document.getMetadata());
  return {
    xml: inflateSync(stream.getContents()),
    names: [textOf(key), textOf(file.get(PDFName.of("F"))), metadata.get("fx:documentfilename")],
    relationship: file.get(PDFName.of("AFRelationship"))?.toString(),
    issued: textOf(parameters.get(PDFName.of("ModDate"))),
    profile: [metadata.get("fx:conformancelevel"), metadata.get("fx:version"), metadata.get("fx:documenttype")],
    claim: `${metadata.get("pdfaid:part")}${metadata.get("pdfaid:conformance")}`,
  };
};

suite("the part eInvoice", () => {
  const cases = [
    ["urn:factur-x.eu:1p0:minimum", "MINIMUM", "1.0", "Data"],
    ["urn:factur-x.eu:1p0:basicwl", "BASIC WL", "1.0", "Data"],
    [`${CORE}#compliant#urn:factur-x.eu:1p0:basic`, "BASIC", "1.0", "Alternative"],
    [CORE, "EN 16931", "1.0", "Alternative"],
    [`${CORE}#conformant#urn:factur-x.eu:1p0:extended`, "EXTENDED", "1.0", "Alternative"],
    [`${CORE}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, "XRECHNUNG", "3.0", "Alternative"],
  ] as const;
  for (const [guideline, level, version, relationship] of cases) {
    test(`attaches an invoice of the profile ${level} as it is, and says so in the metadata`, async () => {
      const xml = invoice(guideline);
      const name = level === "XRECHNUNG" ? "xrechnung.xml" : "factur-x.xml";
      assert.deepEqual(await invoiceIn(await made(xml)), {
        xml,
        names: [name, name, name],
        relationship: `/${relationship}`,
        issued: "D:20260901000000Z",
        profile: [level, version, "INVOICE"],
        claim: "3B",
      });
    });
  }

  test("is whole beside a large Word document", async () => {
    const random = randomFrom(1);
    const noise = Buffer.from(Array.from({ length: 40_000 }, () => random() * 256));
    const xml = Buffer.from(invoice(CORE).toString().replace("<ram:Name>Bookshop", "<ram:Name>Bookshop /> and 2 > 1"));
    const large = docx(paragraph("Invoice"), { parts: { "word/media/noise.bin": noise } });
    assert.ok(large.length > 20_000);
    const reply = await post("/convert/word-to-pdf", form({ file: large, eInvoice: xml }));
    assert.equal(reply.status, 200, reply.ok ? "" : await reply.text());
    assert.deepEqual((await invoiceIn(Buffer.from(await reply.arrayBuffer()))).xml, xml);
  });

  test("makes a Word document an invoice, in the level that is asked for, with the same bytes each time", async () => {
    const request = [invoice(CORE), { pdfA: "3a" }, "/convert/word-to-pdf"] as const;
    const pdf = await made(...request);
    assert.equal((await invoiceIn(pdf)).claim, "3A");
    assert.deepEqual(await made(...request), pdf);
  });

  test("is returned by /pdf/info, byte for byte", async () => {
    const xml = `\ufeff${invoice(CORE)}`;
    const reply = await post("/pdf/info", form({ file: await made(Buffer.from(xml)) }));
    const { eInvoice } = (await reply.json()) as { readonly eInvoice: unknown };
    assert.deepEqual(eInvoice, { name: "factur-x.xml", conformanceLevel: "EN 16931", xml });
  });

  test("is a 400 beside an attachment of its name", async () => {
    const data = form({ file: PATHS["/convert/html-to-pdf"], eInvoice: invoice(CORE) });
    data.append("attachments", new Blob(["a"]), "factur-x.xml");
    assert.match((await failure(await post("/convert/html-to-pdf", data))).message, /^attachments has factur-x\.xml/);
  });

  const wrong: Readonly<Record<string, readonly [xml: string, message: RegExp, options?: object]>> = {
    "another guideline": [
      invoice(`${CORE}#own`).toString(),
      /^eInvoice names the guideline urn:cen.eu:en16931:2017#own,/,
    ],
    "the syntax of UBL": [
      '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>',
      /^eInvoice has the root element Invoice; it must be CrossIndustryInvoice/,
    ],
    "another namespace": [MINIMUM.replace("CrossIndustryInvoice:100", "CrossIndustryInvoice:1"), /it must be CrossInd/],
    "no guideline": [
      '<a:CrossIndustryInvoice xmlns:a="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>',
      /no guideline/,
    ],
    "an end tag too many": [MINIMUM.replace("</ram:Name>", "</ram:Name></ram:Other>"), /^eInvoice is not well-formed/],
    "an entity that XML does not have": [
      MINIMUM.replace("</ram:Name>", "&nbsp;</ram:Name>"),
      /^eInvoice is not well-formed/,
    ],
    "comments that do not end": [`${MINIMUM}${"<!--".repeat(200_000)}`, /^eInvoice is not well-formed/],
    "text behind its end": [`${MINIMUM} more`, /^eInvoice is not well-formed/],
    "another encoding": [MINIMUM.replace("UTF-8", "ISO-8859-1"), /declares another encoding/],
    "tags that do not match": [MINIMUM.slice(0, -30), /^eInvoice is not well-formed XML/],
    "a document type": [MINIMUM.replace("?>", '?><!DOCTYPE a [<!ENTITY b "c">]>'), /document type/],
    "too many levels": [MINIMUM.replace("<ram:Name>", `<ram:Name>${"<a>".repeat(300)}${"</a>".repeat(300)}`), /nested/],
    "a level of PDF/A-2": [MINIMUM, /^eInvoice needs options\.pdfA 3b or 3a/, { pdfA: "2b" }],
  };
  for (const [what, [xml, message, options]] of Object.entries(wrong)) {
    test(`is a 400 for ${what}`, async () => {
      const { status, code, message: found } = await failure(await sent(Buffer.from(xml), options));
      assert.deepEqual([status, code], [400, "INVALID_REQUEST"]);
      assert.match(found, message);
    });
  }
});
