import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { form } from "../../support/form.ts";
import { pageTexts } from "../../support/pdf/look.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/protect";
const file = richPdf("A");
/** Printing in high and low quality, and reading aloud, as pdf.js names the bits of ISO 32000-2, table 22. */
const [PRINT, PRINT_HIGH_QUALITY, READ_ALOUD] = [4, 2048, 512];

const bytesOf = async (reply: Response): Promise<Uint8Array> => {
  assert.equal(reply.status, 200, await reply.clone().text());
  return new Uint8Array(await reply.arrayBuffer());
};

const protect = async (parts: Parameters<typeof form>[0]) => bytesOf(await post(PATH, form({ file, ...parts })));

/** What pdf.js finds in a file that it opens with a password: the text of a page, a field's value, and the permissions. */
const openWith = async (bytes: Uint8Array, password: string) => {
  const task = getDocument({ data: new Uint8Array(bytes), password, verbosity: 0 });
  try {
    const pdf = await task.promise;
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const fields = await pdf.getFieldObjects();
    const value = (fields!.get("name") as { value?: string }[]).find((field) => field.value)?.value;
    const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
    return { text, value, permissions: await pdf.getPermissions(), title: (await pdf.getMetadata()).info };
  } finally {
    await task.destroy();
  }
};

suite("POST /pdf/protect", { concurrency: 2 }, () => {
  test("refers to the encryption dictionary, because some readers find it by a reference only", async () => {
    const bytes = Buffer.from(await protect({ userPassword: "sesame" }));
    assert.match(bytes.toString("latin1"), /\/Encrypt \d+ 0 R/);
  });

  test("encrypts text, form and metadata, which either password opens", async () => {
    const bytes = await protect({ userPassword: "pässwörd ½", ownerPassword: "owner" });
    assert.doesNotMatch(Buffer.from(bytes).toString("latin1"), /A one|A value|A title/);
    for (const password of ["pässwörd ½", "owner"]) {
      const { text, value, title } = await openWith(bytes, password);
      assert.match(text, /A one/);
      assert.equal(value, "A value");
      assert.equal((title as { Title: string }).Title, "A title");
    }
    await assert.rejects(openWith(bytes, "another"), { name: "PasswordException" });
    await assert.rejects(openWith(bytes, ""), { name: "PasswordException" });
  });

  test("lets everybody open a file that has only an owner's password, with the given permissions", async () => {
    const { text, permissions } = await openWith(await protect({ ownerPassword: "o", permissions: '["print"]' }), "");
    assert.match(text, /A one/);
    assert.deepEqual(new Set(permissions), new Set([PRINT, PRINT_HIGH_QUALITY, READ_ALOUD]));
  });

  test("replaces the protection that a file has", async () => {
    const locked = await readFile("test/fixtures/pdf/password.pdf");
    const reply = await post(PATH, form({ file: locked, password: "secret", userPassword: "new" }));
    const bytes = await bytesOf(reply);
    assert.equal(reply.headers.get("x-warnings"), "0");
    const unlocked = await bytesOf(await post("/pdf/unlock", form({ file: Buffer.from(bytes), password: "new" })));
    assert.ok((await pageTexts(unlocked)).length > 0);
  });

  test("is opened again by the service, with either password", async () => {
    const bytes = await protect({ file: textPdf("Secret"), userPassword: "u", ownerPassword: "o" });
    for (const password of ["u", "o"]) {
      const reply = await post("/pdf/unlock", form({ file: Buffer.from(bytes), password }));
      assert.deepEqual(await pageTexts(await bytesOf(reply)), ["Secret"]);
    }
  });

  test("returns the same bytes for the same request, and others for another password", async () => {
    const [first, again, other] = await Promise.all([
      protect({ userPassword: "a" }),
      protect({ userPassword: "a" }),
      protect({ userPassword: "b" }),
    ]);
    assert.deepEqual(first, again);
    assert.notDeepEqual(first, other);
  });

  refuses(PATH, [
    ["no password is given", form({ file }), 400, "INVALID_REQUEST", /^userPassword must be given, or ownerPassword/],
    [
      "the password is empty",
      form({ file, userPassword: "" }),
      400,
      "INVALID_REQUEST",
      /^userPassword must not be empty/,
    ],
    [
      "nothing is left of the password when it is encoded",
      form({ file, userPassword: "\u00ad" }),
      400,
      "INVALID_REQUEST",
      /^userPassword must have a visible character/,
    ],
    [
      "readers take both passwords for the same",
      form({ file, userPassword: "a b", ownerPassword: "a\u00a0b", permissions: "[]" }),
      400,
      "INVALID_REQUEST",
      /^ownerPassword must be given with permissions, and differ/,
    ],
    [
      "the password is longer than readers take",
      form({ file, userPassword: "x".repeat(128) }),
      400,
      "INVALID_REQUEST",
      /^userPassword must have at most 127/,
    ],
    [
      "permissions have no owner",
      form({ file, userPassword: "x", permissions: "[]" }),
      400,
      "INVALID_REQUEST",
      /^ownerPassword must be given with permissions/,
    ],
    [
      "a permission is unknown",
      form({ file, ownerPassword: "x", permissions: '["fly"]' }),
      400,
      "INVALID_REQUEST",
      /^permissions/,
    ],
  ]);
});
