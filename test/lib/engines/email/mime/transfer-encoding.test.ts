import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { readMime } from "../../../../../lib/engines/email/mime/message.ts";

/** The bytes of the only attachment of a message. */
const attachedBytes = async (encoding: string, content: string): Promise<Buffer> => {
  const head = `From: a@b.c\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/x-data\r\n`;
  const part = `Content-Disposition: attachment; filename=a.bin\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}`;
  const { attachments } = await readMime(Buffer.from(`${head}${part}\r\n--b--\r\n`, "latin1"));
  assert.equal(attachments.length, 1);
  return Buffer.from(attachments[0]?.bytes ?? []);
};

suite("an attachment in quoted-printable keeps its bytes:", () => {
  for (const [what, content, expected] of [
    ["no line end is added", "a=3Db", "a=b"],
    ["lines end as they did", "a\r\nb=\r\nc\r\n", "a\r\nbc\r\n"],
    ["a soft break may have blanks behind it, and may be the last", "a= \t\r\nb=", "ab"],
    ["bytes are bytes", "=00=ff=0A=0d", "\0\xff\n\r"],
    ["what is no escape is kept", "a=zz =3 100=%", "a=zz =3 100=%"],
  ] as const)
    test(what, async () =>
      assert.equal((await attachedBytes("quoted-printable", content)).toString("latin1"), expected),
    );
});

/** Bytes as the `uuencode` of POSIX writes them, with spaces for zeros. */
const uuencode = (bytes: Buffer): string => {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 45) {
    const line = bytes.subarray(at, at + 45);
    const groups = Buffer.concat([line, Buffer.alloc((3 - (line.length % 3)) % 3)]).toString("base64");
    const letters = [...groups].map((letter) => {
      const six = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".indexOf(letter);
      return String.fromCharCode(32 + six);
    });
    lines.push(String.fromCharCode(32 + line.length) + letters.join(""));
  }
  return ["begin 644 a file.bin", ...lines, "`", "end", ""].join("\r\n");
};

suite("an attachment in uuencode", () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7) % 256));

  test("is decoded, by each name of the encoding", async () => {
    for (const name of ["x-uuencode", "uuencode", "X-UUE"])
      assert.deepEqual(await attachedBytes(name, uuencode(bytes)), bytes, name);
  });

  test("is decoded if spaces at the ends of its lines were removed", async () => {
    const zeros = Buffer.alloc(100);
    assert.deepEqual(await attachedBytes("x-uuencode", uuencode(zeros).replace(/ +\r/g, "\r")), zeros);
  });

  test("stays as it is if it is none", async () =>
    assert.equal((await attachedBytes("x-uuencode", "plain")).toString(), "plain"));
});
