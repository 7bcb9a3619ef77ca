import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { assertUtf8 } from "../../../lib/fields/text-file.ts";

/** The characters of Windows-1252 that are elsewhere in Unicode. */
const OWN: Readonly<Record<string, number>> = { "€": 0x80, "’": 0x92, "“": 0x93, "”": 0x94, "–": 0x96 };
const windows1252 = (text: string) => Buffer.from([...text].map((letter) => OWN[letter] ?? letter.charCodeAt(0)));

const utf32 = (text: string, isLittle: boolean): Buffer => {
  const letters = [...text];
  const bytes = Buffer.alloc(letters.length * 4);
  letters.forEach((letter, at) => {
    const code = letter.codePointAt(0) ?? 0;
    if (isLittle) bytes.writeUInt32LE(code, at * 4);
    else bytes.writeUInt32BE(code, at * 4);
  });
  return bytes;
};

suite("the likely encoding of a file that is not UTF-8 is named", () => {
  for (const [what, bytes, name] of [
    ["UTF-32LE with a mark", utf32("\ufeffa,b\n", true), "UTF-32LE"],
    ["UTF-32BE with a mark", utf32("\ufeffa,b\n", false), "UTF-32BE"],
    ["UTF-32LE", utf32("name,city\nŁódź,2\n", true), "UTF-32LE"],
    ["UTF-32BE", utf32("name,city\nŁódź,2\n", false), "UTF-32BE"],
    ["UTF-16LE", Buffer.from("name,city\nŁódź,2\n", "utf16le"), "UTF-16LE"],
    ["UTF-16BE", Buffer.from("name,city\nŁódź,2\n", "utf16le").swap16(), "UTF-16BE"],
    ["one letter", windows1252("a,ü\n"), "WINDOWS-1252"],
    ["a no-break space", windows1252("4:30 p.\u00a0m.,1\n".repeat(3)), "WINDOWS-1252"],
    ["German", windows1252("Straße;Größe\nMüller für Köln;5\n"), "WINDOWS-1252"],
    ["French", windows1252("nom,ville\nRené,Besançon\nHélène,Nîmes\n"), "WINDOWS-1252"],
    ["Danish", windows1252("Ærø,Øl\nKøbenhavn,Århus\n"), "WINDOWS-1252"],
    ["English with currencies", windows1252("item,price\nLamp,€ 12\nDesk,£ 3\nit’s,“ok” – fine\n"), "WINDOWS-1252"],
    [
      "Russian",
      Buffer.from("cff0e8e2e5f22ceae0ea20e4e5ebe00aedeef0ece0ebfceded2cf5eef0eef8ee0a", "hex"),
      "windows-1251",
    ],
    ["Japanese", Buffer.from("93fa967b8cea2c834a835e834a83690a82a082a282a42c8abf8e9a0a", "hex"), "Shift_JIS"],
  ] as const) {
    test(what, () =>
      assert.throws(() => assertUtf8(bytes), {
        code: "UNSUPPORTED_MEDIA_TYPE",
        message: new RegExp(`looks like ${name};`),
      }),
    );
  }
});
