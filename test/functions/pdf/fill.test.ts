import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { PDFDocument, PDFName, PDFString } from "pdf-lib";
import { form } from "../../support/form.ts";
import { pageTexts } from "../../support/pdf/look.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/fill";

/** A form with a field of each kind, as pdf-lib writes it. */
const application = async (): Promise<Buffer> => {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 400]);
  const fields = document.getForm();
  fields.createTextField("person.name").addToPage(page, { x: 20, y: 350, width: 200, height: 20 });
  const note = fields.createTextField("note");
  note.enableMultiline();
  note.setMaxLength(60);
  note.addToPage(page, { x: 20, y: 250, width: 200, height: 80 });
  note.setFontSize(10);
  fields.createCheckBox("agrees").addToPage(page, { x: 20, y: 220, width: 20, height: 20 });
  const seat = fields.createRadioGroup("seat");
  seat.addOptionToPage("window", page, { x: 20, y: 180, width: 20, height: 20 });
  seat.addOptionToPage("aisle", page, { x: 60, y: 180, width: 20, height: 20 });
  const meal = fields.createDropdown("meal");
  meal.addOptions(["fish", "pasta"]);
  meal.addToPage(page, { x: 20, y: 140, width: 100, height: 20 });
  const languages = fields.createOptionList("languages");
  languages.addOptions(["de", "en", "fr"]);
  languages.enableMultiselect();
  languages.addToPage(page, { x: 20, y: 40, width: 100, height: 80 });
  return Buffer.from(await document.save());
};
const file = await application();
const VALUES = {
  "person.name": "Ada Lovelace",
  note: "first line\nsecond line",
  agrees: true,
  seat: "aisle",
  meal: "pasta",
  languages: ["de", "fr"],
};

const fill = async (fields: object, more: object = {}): Promise<Uint8Array> => {
  const reply = await post(PATH, form({ file, fields: JSON.stringify(fields), ...more }));
  assert.equal(reply.status, 200, await reply.clone().text());
  return new Uint8Array(await reply.arrayBuffer());
};

suite("POST /pdf/fill", { concurrency: 2 }, () => {
  test("sets the values of fields of each kind, as another reader reads them", async () => {
    const fields = (await PDFDocument.load(await fill(VALUES))).getForm();
    assert.equal(fields.getTextField("person.name").getText(), "Ada Lovelace");
    assert.equal(fields.getTextField("note").getText(), "first line\nsecond line");
    assert.equal(fields.getCheckBox("agrees").isChecked(), true);
    assert.equal(fields.getRadioGroup("seat").getSelected(), "aisle");
    assert.deepEqual(fields.getDropdown("meal").getSelected(), ["pasta"]);
    assert.deepEqual(fields.getOptionList("languages").getSelected(), ["de", "fr"]);
  });

  test("draws the values into the page, if the form is to be flattened", async () => {
    const bytes = await fill(VALUES, { flatten: "true" });
    const [text] = await pageTexts(bytes);
    for (const part of ["Ada Lovelace", "first line", "second line", "pasta", "fr"])
      assert.ok(text?.includes(part), part);
    assert.equal((await PDFDocument.load(bytes)).getForm().getFields().length, 0);
  });

  test("draws characters that the fonts of the form lack with free fonts, which are embedded", async () => {
    const values = { "person.name": "Łukasz Čapek", note: "Привет, мир\nΑθήνα" };
    const filled = await fill(values);
    const fields = (await PDFDocument.load(filled)).getForm();
    assert.equal(fields.getTextField("person.name").getText(), "Łukasz Čapek");
    const [text] = await pageTexts(await fill(values, { flatten: "true" }));
    assert.match((await pageTexts(await fill({ note: "東京" }, { flatten: "true" })))[0]!, /東京/);
    for (const part of ["Łukasz Čapek", "Привет, мир", "Αθήνα"]) assert.ok(text?.includes(part), part);
    assert.deepEqual(Buffer.from(await fill(values)), Buffer.from(filled));
  });

  test("treats fields of one name as one field, and a maximum length of 0 as none", async () => {
    const document = await PDFDocument.load(file);
    const fields = document.getForm();
    fields.getTextField("note").acroField.dict.set(PDFName.of("MaxLen"), document.context.obj(0));
    const other = fields.createRadioGroup("other");
    other.addOptionToPage("middle", document.getPage(0), { x: 100, y: 180, width: 20, height: 20 });
    other.acroField.setPartialName("seat");
    const twins = Buffer.from(await document.save());
    const reply = await post(PATH, form({ file: twins }), { Accept: "application/json" });
    const { formFields } = (await reply.json()) as { formFields: { name: string }[] };
    const [note, seat] = ["note", "seat"].map((wanted) => formFields.filter(({ name }) => name === wanted));
    assert.deepEqual(note, [{ name: "note", type: "text", value: null }]);
    assert.deepEqual(seat, [{ name: "seat", type: "radio", value: null, options: ["window", "aisle", "middle"] }]);
    const filled = await fill({ note: "any", seat: "middle" }, { file: twins });
    const again = await post(PATH, form({ file: Buffer.from(filled) }), { Accept: "application/json" });
    const values = new Map(
      ((await again.json()) as { formFields: { name: string; value: string }[] }).formFields.map(
        ({ name, value }) => [name, value] as const,
      ),
    );
    assert.deepEqual([values.get("note"), values.get("seat")], ["any", "middle"]);
  });

  test("removes the values that kids without names have: one value is shown everywhere", async () => {
    const document = await PDFDocument.load(file);
    const page = document.getPage(0);
    const sum = document.getForm().createTextField("sum");
    for (const x of [20, 140]) sum.addToPage(page, { x, y: 10, width: 100, height: 20 });
    const kids = sum.acroField.normalizedEntries().Kids;
    const between = document.context.obj({ V: PDFString.of("older"), Kids: kids, Parent: sum.ref });
    const betweenRef = document.context.register(between);
    for (const [at, widget] of sum.acroField.getWidgets().entries()) {
      widget.dict.set(PDFName.of("Parent"), betweenRef);
      if (at === 0) widget.dict.set(PDFName.of("V"), PDFString.of("old"));
    }
    sum.acroField.dict.set(PDFName.of("Kids"), document.context.obj([betweenRef]));
    const nested = Buffer.from(await document.save({ updateFieldAppearances: false }));
    const [text] = await pageTexts(await fill({ sum: "4711" }, { file: nested, flatten: "true" }));
    assert.equal(text?.match(/4711/g)?.length, 2, text);
    assert.doesNotMatch(text, /old/);
  });

  test("removes values", async () => {
    const filled = Buffer.from(await fill(VALUES));
    const bytes = await fill({ "person.name": null, agrees: false, seat: null, languages: null }, { file: filled });
    const fields = (await PDFDocument.load(bytes)).getForm();
    assert.equal(fields.getTextField("person.name").getText(), undefined);
    assert.equal(fields.getCheckBox("agrees").isChecked(), false);
    assert.equal(fields.getRadioGroup("seat").getSelected(), undefined);
    assert.deepEqual(fields.getOptionList("languages").getSelected(), []);
    assert.deepEqual(fields.getDropdown("meal").getSelected(), ["pasta"]);
  });

  test("lists the fields with Accept: application/json", async () => {
    const reply = await post(PATH, form({ file }), { Accept: "application/json" });
    const { formFields } = (await reply.json()) as { formFields: { name: string }[] };
    assert.deepEqual(formFields, [
      { name: "person.name", type: "text", value: null },
      { name: "note", type: "text", value: null, maxLength: 60 },
      { name: "agrees", type: "check", value: false },
      { name: "seat", type: "radio", value: null, options: ["window", "aisle"] },
      { name: "meal", type: "choice", value: null, options: ["fish", "pasta"] },
      { name: "languages", type: "choice", value: null, options: ["de", "en", "fr"] },
    ]);
  });

  test("lists no fields for a file without a form", async () => {
    const reply = await post(PATH, form({ file: textPdf("Plain") }), { Accept: "application/json" });
    assert.deepEqual(((await reply.json()) as { formFields: unknown }).formFields, []);
  });

  test("draws values in the sample as it is shown in the reference", async () => {
    const sample = await readFile("samples/form.pdf");
    const [text] = await pageTexts(await fill({ name: "Ada", newsletter: true }, { file: sample, flatten: "true" }));
    assert.match(text!, /Ada/);
  });

  const withValues = (fields: object | string) =>
    form({ file, fields: typeof fields === "string" ? fields : JSON.stringify(fields) });
  refuses(PATH, [
    ["a field is unknown", withValues({ nam: "x" }), 400, "INVALID_REQUEST", /^fields\.nam is no field of the file\.$/],
    [
      "a text is too long",
      withValues({ note: "x".repeat(61) }),
      400,
      "INVALID_REQUEST",
      /^fields\.note must have at most 60/,
    ],
    ["a check box gets a number", withValues({ agrees: 1 }), 400, "INVALID_REQUEST", /^fields\.agrees must be/],
    [
      "an option is unknown",
      withValues({ meal: "soup" }),
      400,
      "INVALID_REQUEST",
      /^fields\.meal must be one of its options/,
    ],
    ["a radio button is unknown", withValues({ seat: "wing" }), 400, "INVALID_REQUEST", /^fields\.seat must be one of/],
    [
      "no one font has a text",
      withValues({ note: "Αθήνα 東京" }),
      400,
      "INVALID_REQUEST",
      /^fields\.note has characters/,
    ],
    ["a script needs shaping", withValues({ note: "مرحبا" }), 400, "INVALID_REQUEST", /^fields\.note has characters/],
    ["fields are a list", withValues("[]"), 400, "INVALID_REQUEST", /^fields must be/],
  ]);
});
