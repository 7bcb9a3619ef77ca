import assert from "node:assert/strict";
import { test } from "node:test";
import { form } from "../../../../support/form.ts";
import { archived } from "../../../../support/pdf/archived.ts";
import { pageTexts } from "../../../../support/pdf/look.ts";
import { onePage } from "../../../../support/pdf/raw.ts";
import { post } from "../../../../support/platen.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../../../support/verapdf/validate.ts";

/** A text in Helvetica, whose widths begin with this code. */
const helvetica = (first: number, widths: string): Buffer =>
  onePage({
    content: "BT /F 20 Tf 20 40 Td (A B) Tj ET",
    resources: `/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar ${first}/Widths[${widths}]>>>>`,
  });

test("embeds a font whose space has no width, because a space draws nothing", async () => {
  const file = helvetica(65, "667 667");
  const result = await archived(file);
  assert.deepEqual(await pageTexts(result), await pageTexts(file));
  if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts([result]), ["2b compliant"]);
});

test("embeds no font whose letters have other widths", async () => {
  const reply = await post("/pdf/archive", form({ file: helvetica(32, `278 ${"667 ".repeat(33)} 900`) }));
  assert.equal(reply.status, 400);
});
