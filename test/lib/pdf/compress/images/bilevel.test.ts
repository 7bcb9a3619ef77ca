import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { nameAt } from "../../../../../lib/pdf/access.ts";
import { LEVELS } from "../../../../../lib/pdf/compress/levels.ts";
import { compressProven } from "../../../../../lib/pdf/compress/prove.ts";
import { Stream } from "../../../../../lib/pdf/objects.ts";
import { Renderer } from "../../../../../lib/pdf/proof/renderer.ts";
import { reachableObjects } from "../../../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../../../lib/pdf/read/open.ts";
import { rawPdf, rawStream } from "../../../../support/pdf/raw.ts";

const renderer = new Renderer();
after(() => renderer.close());

/** A picture of 150 × 60 pixels with rows of discs, as libtiff writes it in CCITT Group 3. */
const DISCS = {
  ends: "ABNQyAbgAmoZANwATUKOBccC44FxwLjgXHBAATUXwI8CPAjwI8CPCAAmo6AvQF6AvQF6AvQQAE1JAOgHQDoB0A6BQATUww4YcMOGHDDhjABNTDDhhww4YcMOGMAE1MMOGHDDhhww4YwATV6hNQmoTUJqE1IAE1MMOGHDDhhww4YwATUww4YcMOGHDDhjABNTDDhhww4YcMOGMAE1JAOgHQDoB0A6BQATUdAXoC9AXoC9AXoIACai+BHgR4EeBHgR4QAE1CjgXHAuOBccC44FxwQAE1DIBuACahkA3ABNQyAbgAmoZANwATUMgG4AJqFHAuOBccC44FxwLjggAJqL4EeBHgR4EeBHhAATUdAXoC9AXoC9AXoIACakgHQDoB0A6AdAoAJqYYcMOGHDDhhwxgAmphhww4YcMOGHDGACamGHDDhhww4YcMYAJq9QmoTUJqE1CakACamGHDDhhww4YcMYAJqYYcMOGHDDhhwxgAmphhww4YcMOGHDGACakgHQDoB0A6AdAoAJqOgL0BegL0BegL0EABNRfAjwI8CPAjwI8IACahRwLjgXHAuOBccC44IACahkA3ABNQyAbgAmoZANwATUMgG4AJqGQDcAE1CjgXHAuOBccC44FxwQAE1F8CPAjwI8CPAjwgAJqOgL0BegL0BegL0EABNSQDoB0A6AdAOgUAE1MMOGHDDhhww4YwATUww4YcMOGHDDhjABNTDDhhww4YcMOGMAE1eoTUJqE1CahNSABNTDDhhww4YcMOGMAE1MMOGHDDhhww4YwATUww4YcMOGHDDhjABNSQDoB0A6AdAOgUAE1HQF6AvQF6AvQF6CAAmovgR4EeBHgR4EeEABNQo4FxwLjgXHAuOBccEABNQyAbgAmoZANwATUMgG4A==",
  mixed:
    "ABmoZANwAWADNQo4FxwLjgXHAuOBccEABQQMEDBAwQMEDBA4AM1HQF6AvQF6AvQF6CAAqaaaaacAGamGHDDhhww4YcMYAL//ABmphhww4YcMOGHDGACppppppwAZqYYcMOGHDDhhwxgAv/8AGamGHDDhhww4YcMYAK000001ABmo6AvQF6AvQF6AvQQAFaaaaaagAzUKOBccC44FxwLjgXHBAAURERGADNQyAbgAsAGahkA3ABYAM1CjgXHAuOBccC44FxwQAFBAwQMEDBAwQMEDgAzUdAXoC9AXoC9AXoIACppppppwAZqYYcMOGHDDhhwxgAv/8AGamGHDDhhww4YcMYAKmmmmmnABmphhww4YcMOGHDGAC//wAZqYYcMOGHDDhhwxgArTTTTTUAGajoC9AXoC9AXoC9BAAVpppppqADNQo4FxwLjgXHAuOBccEABREREYAM1DIBuACwAZqGQDcAFgAzUKOBccC44FxwLjgXHBAAUEDBAwQMEDBAwQOADNR0BegL0BegL0BeggAKmmmmmnABmphhww4YcMOGHDGAC//wAZqYYcMOGHDDhhwxgAqaaaaacAGamGHDDhhww4YcMYAL//ABmphhww4YcMOGHDGACtNNNNNQAZqOgL0BegL0BegL0EABWmmmmmoAM1CjgXHAuOBccC44FxwQAFERERgAzUMgG4ALA=",
  aligned:
    "NQyAbjUMgG41CjgXHAuOBccC44FxwQA1F8CPAjwI8CPAjwg1HQF6AvQF6AvQF6CANSQDoB0A6AdAOgU1MMOGHDDhhww4YzUww4YcMOGHDDhjNTDDhhww4YcMOGM1eoTUJqE1CahNSDUww4YcMOGHDDhjNTDDhhww4YcMOGM1MMOGHDDhhww4YzUkA6AdAOgHQDoFNR0BegL0BegL0BeggDUXwI8CPAjwI8CPCDUKOBccC44FxwLjgXHBADUMgG41DIBuNQyAbjUMgG41DIBuNQo4FxwLjgXHAuOBccEANRfAjwI8CPAjwI8INR0BegL0BegL0BeggDUkA6AdAOgHQDoFNTDDhhww4YcMOGM1MMOGHDDhhww4YzUww4YcMOGHDDhjNXqE1CahNQmoTUg1MMOGHDDhhww4YzUww4YcMOGHDDhjNTDDhhww4YcMOGM1JAOgHQDoB0A6BTUdAXoC9AXoC9AXoIA1F8CPAjwI8CPAjwg1CjgXHAuOBccC44FxwQA1DIBuNQyAbjUMgG41DIBuNQyAbjUKOBccC44FxwLjgXHBADUXwI8CPAjwI8CPCDUdAXoC9AXoC9AXoIA1JAOgHQDoB0A6BTUww4YcMOGHDDhjNTDDhhww4YcMOGM1MMOGHDDhhww4YzV6hNQmoTUJqE1INTDDhhww4YcMOGM1MMOGHDDhhww4YzUww4YcMOGHDDhjNSQDoB0A6AdAOgU1HQF6AvQF6AvQF6CANRfAjwI8CPAjwI8INQo4FxwLjgXHAuOBccEANQyAbjUMgG41DIBu",
};

const page = (data: Buffer, parms: string): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 170 80]>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
    rawStream("q 150 0 0 60 10 10 cm /I Do Q"),
    rawStream(
      data,
      `/Type/XObject/Subtype/Image/Width 150/Height 60/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</Columns 150/Rows 60/BlackIs1 true${parms}>>`,
    ),
  ]);

/** Compresses a page with the picture, which PDFium compares. Returns its filter. */
const filterAfter = async (data: Buffer, parms: string): Promise<string | undefined> => {
  const input = page(data, parms);
  const { pieces = [input], faults, improvements } = await compressProven(input, LEVELS.medium, renderer);
  assert.deepEqual([faults, improvements], [[], 0]);
  const { catalog } = openWithBudget(Buffer.concat(pieces)).document;
  const image = reachableObjects(catalog).find(({ value }) => nameAt(value, "Subtype") === "Image")?.value;
  assert.ok(image instanceof Stream);
  return nameAt(image, "Filter");
};

suite("a picture in CCITT Group 3 becomes JBIG2, in which no pixel changes,", () => {
  for (const [what, data, parms] of [
    ["of runs with ends of lines", DISCS.ends, "/EndOfLine true"],
    ["of runs with ends of lines that its dictionary does not state", DISCS.ends, ""],
    ["with rows that are written by the row above", DISCS.mixed, "/K 4/EndOfLine true"],
    ["of runs in whole bytes", DISCS.aligned, "/K 0/EncodedByteAlign true"],
  ] as const) {
    test(what, async () => assert.equal(await filterAfter(Buffer.from(data, "base64"), parms), "JBIG2Decode"));
  }

  test("but one that ends early stays as it is", async () => {
    const data = Buffer.from(DISCS.ends, "base64");
    assert.equal(await filterAfter(data.subarray(0, data.length / 2), "/EndOfLine true"), "CCITTFaxDecode");
  });
});
