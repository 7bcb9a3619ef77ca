import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { docx, paragraph, run, wordPart } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

/** Prints a document with these notes, which refers to these of them; notes with an id below 1 are separators. */
const printed = async (kind: "footnote" | "endnote", notes: readonly number[], references: readonly number[]) => {
  const elements = notes.map((id) =>
    id < 1
      ? `<w:${kind} w:type="separator" w:id="${id}"><w:p><w:r><w:separator/></w:r></w:p></w:${kind}>`
      : `<w:${kind} w:id="${id}">${paragraph(run(` note-${id}`))}</w:${kind}>`,
  );
  const name = `${kind}s`;
  const document = docx(
    paragraph(references.map((id) => `${run("x")}<w:r><w:${kind}Reference w:id="${id}"/></w:r>`).join("")),
    {
      parts: { [`word/${name}.xml`]: wordPart(name, elements.join("")) },
      types: { [`word/${name}.xml`]: `openxmlformats-officedocument.wordprocessingml.${name}+xml` },
      related: [{ id: "rId20", type: name, target: `${name}.xml` }],
    },
  );
  const text = await textOf(await printWord(document));
  return [...text.matchAll(/note-(\d)/g)].map(([, id]) => Number(id));
};

suite("word-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  test("prints for each reference the note that it names, whatever the order of the ids", async () => {
    for (const references of [[2, 3], [3, 1], [1, 2, 3], [3, 2, 1], [3]])
      assert.deepEqual(await printed("footnote", [-1, 0, 1, 2, 3], references), references);
    assert.deepEqual(await printed("footnote", [5, 9, 7], [9, 7]), [9, 7]);
    assert.deepEqual(await printed("endnote", [-1, 0, 1, 2, 3], [3, 1]), [3, 1]);
  });

  test("prints a note for each of several references, and none for a reference to nothing", async () => {
    assert.deepEqual(await printed("footnote", [1, 2], [2, 2, 8, 1]), [2, 2, 1]);
  });
});
