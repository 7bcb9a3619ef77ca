import assert from "node:assert/strict";
import { test } from "node:test";
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import { form } from "../../../../support/form.ts";
import { archived } from "../../../../support/pdf/archived.ts";
import { onePage, rawStream } from "../../../../support/pdf/raw.ts";
import { failure, post } from "../../../../support/platen.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../../../support/verapdf/validate.ts";

/** Mixtures of spot colours that have no descriptions: by a calculator, and by samples. */
const MIXTURES = onePage({
  content: "/Mix cs .5 0 1 scn 0 0 40 40 re f /Samples cs 1 .5 0 scn 50 0 40 40 re f /Sep cs 1 scn 100 0 40 40 re f",
  resources: `/ColorSpace<</Mix[/DeviceN[/Gold/Black/Green]/DeviceCMYK 5 0 R]/Samples[/DeviceN[/Red/Blue/Black]/DeviceRGB 6 0 R]
    /Sep[/Separation/Green/DeviceCMYK 7 0 R]>>`,
  objects: [
    rawStream("{ % gold, black, green\n 0 4 1 roll }", "/FunctionType 4/Domain[0 1 0 1 0 1]/Range[0 1 0 1 0 1 0 1]"),
    rawStream(
      "aaabbbcccdddeeefffggghhh",
      "/FunctionType 0/Domain[0 1 0 1 0 1]/Range[0 1 0 1 0 1]/Size[2 2 2]/BitsPerSample 8",
    ),
    "<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 0]/C1[1 0 1 0]>>",
  ],
});

test("describes each spot colour by the tint that it has alone", async () => {
  const result = await archived(MIXTURES);
  const { context } = await PDFDocument.load(result);
  const objects = context.enumerateIndirectObjects().map(([, object]) => object);
  const functions = objects.filter((each) => each instanceof PDFRawStream && each.dict.has(PDFName.of("FunctionType")));
  const bodies = functions.map((each) =>
    Buffer.from(decodePDFRawStream(each as PDFRawStream).decode()).toString("latin1"),
  );
  assert.ok(
    bodies.some((body) => body.startsWith("{0 0 ") && body.includes("4 1 roll")),
    "gold alone",
  );
  assert.ok(bodies.includes("aaabbb"), "red alone");
  assert.ok(bodies.includes("aaaccc"), "blue alone");
});

test("refuses a file whose spot colours would be described at too great a length", async () => {
  const inks = (space: number) => Array.from({ length: 32 }, (_, ink) => `/Ink${space}.${ink}`).join("");
  const spaces = Array.from({ length: 400 }, (_, space) => `/C${space}[/DeviceN[${inks(space)}]/DeviceGray 5 0 R]`);
  const domain = "0 1 ".repeat(32);
  const file = onePage({
    resources: `/ColorSpace<<${spaces.join("")}>>`,
    objects: [
      rawStream(`{ ${"0 pop ".repeat(50_000)}${"pop ".repeat(31)}}`, `/FunctionType 4/Domain[${domain}]/Range[0 1]`),
    ],
  });
  const { status, message } = await failure(await post("/pdf/archive", form({ file })));
  assert.equal(status, 400);
  assert.match(message, /^file: The PDF unpacks to more than its size allows/);
});

test("makes files of described spot colours that veraPDF finds valid", { skip: !hasVeraPdf }, async () => {
  assert.deepEqual(veraPdfVerdicts([await archived(MIXTURES)]), ["2b compliant"]);
});
