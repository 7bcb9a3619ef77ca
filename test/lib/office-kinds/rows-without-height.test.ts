import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { zip } from "../../../layers/libreoffice/zip.ts";
import { form } from "../../support/form.ts";
import { noOffice } from "../../support/office/engine.ts";
import { flatDocument } from "../../support/office/kinds.ts";
import { textOf } from "../../support/pdf-text.ts";
import { post } from "../../support/platen.ts";

const row = (style: string, text: string): string =>
  `<table:table-row table:style-name="${style}"><table:table-cell><text:p>${text}</text:p></table:table-cell></table:table-row>`;

const style = (name: string, height: string): string =>
  `<style:style style:name="${name}" style:family="table-row"><style:table-row-properties style:row-height="${height}"/></style:style>`;

/** A text with a table of three rows, of which the second one has this height. */
const withRow = (height: string): Buffer => {
  const rows = row("usual", "first") + row("other", "second") + row("usual", "third");
  const table = `<table:table table:name="T"><table:table-column/>${rows}</table:table>`;
  const styles = `<office:automatic-styles>${style("usual", "1cm")}${style("other", height)}</office:automatic-styles>`;
  return Buffer.from(flatDocument("text", table).toString().replace("<office:body>", `${styles}<office:body>`));
};

const packed = (flat: Buffer): Buffer =>
  zip({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": flat.toString().replaceAll("office:document", "office:document-content"),
    "META-INF/manifest.xml":
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
  });

suite("a row of a table in a text of OpenDocument", { skip: noOffice }, () => {
  for (const [what, file] of [
    ["a height of zero", withRow("0.0mm")],
    ["a height of zero, in a package", packed(withRow("0cm"))],
    ["a height", withRow("0.8cm")],
  ] as const)
    test(`that has ${what} shows its text`, async () => {
      const reply = await post("/convert/office-to-pdf", form({ file }));
      assert.equal(reply.status, 200, await reply.clone().text());
      assert.match(await textOf(new Uint8Array(await reply.arrayBuffer())), /first\s+second\s+third/);
    });
});
