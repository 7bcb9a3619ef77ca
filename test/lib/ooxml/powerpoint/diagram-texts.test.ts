import assert from "node:assert/strict";
import { test } from "node:test";
import { form } from "../../../support/form.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { presentation } from "../../../support/office/kinds.ts";
import { relationships } from "../../../support/office/parts.ts";
import { post } from "../../../support/platen.ts";

const MICROSOFT = "http://schemas.microsoft.com/office/2006/relationships";

const related = (type: string, target: string) => relationships([{ id: "rId1", type, target }]);

test("a diagram of PowerPoint 2003 in a presentation, whose texts are not printed, causes a warning", {
  skip: noOffice,
}, async () => {
  const file = presentation([{ text: "One" }, { text: "Two" }], {
    "ppt/slides/_rels/slide2.xml.rels": related("vmlDrawing", "../drawings/vmlDrawing1.vml"),
    "ppt/drawings/vmlDrawing1.vml": '<xml xmlns:v="urn:schemas-microsoft-com:vml"/>',
    "ppt/drawings/_rels/vmlDrawing1.vml.rels": related(`${MICROSOFT}/legacyDiagramText`, "legacyDiagramText1.bin"),
    "ppt/drawings/legacyDiagramText1.bin": "a word",
  });
  const reply = await post("/convert/powerpoint-to-pdf", form({ file }), { Accept: "application/json" });
  assert.equal(reply.status, 200);
  const { warnings } = (await reply.json()) as { warnings: object[] };
  assert.deepEqual(warnings, [
    {
      code: "chart-left-out",
      message: "The texts of a diagram of PowerPoint 2003 are not printed.",
      place: "slide 2",
    },
  ]);
});
