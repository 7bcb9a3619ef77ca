import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { readMime } from "../../../../../lib/engines/email/mime/message.ts";
import { readEmail } from "../../../../../lib/engines/email/read.ts";

const HEAD = "From: a@b.c\r\nSubject: s\r\n";

/** The texts and the names of the files of a message. */
const readMessage = async (rest: string) => {
  const { body, attachments, unread } = await readMime(Buffer.from(HEAD + rest));
  const texts = body.map((part) => (part.kind === "html" ? part.html : part.text).trim());
  return { texts, files: attachments.map(({ name }) => name), ...(unread > 0 && { unread }) };
};

const multipart = (subtype: string, ...parts: string[]): string =>
  [
    `Content-Type: multipart/${subtype}; boundary=${subtype}\r\n\r\n`,
    ...parts.map((part) => `--${subtype}\r\n${part}\r\n`),
    `--${subtype}--\r\n`,
  ].join("");
const part = (type: string, content: string, more = ""): string => `Content-Type: ${type}\r\n${more}\r\n${content}`;
const attached = (type: string, name: string, content: string): string =>
  part(type, content, `Content-Disposition: attachment; filename="${name}"\r\n`);

const BASE64 = "Content-Transfer-Encoding: base64\r\n";
/** An element of DER with a length of four bytes. */
const element = (tag: number, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat(content);
  const head = Buffer.from([tag, 0x84, 0, 0, 0, 0]);
  head.writeUInt32BE(bytes.length, 2);
  return Buffer.concat([head, bytes]);
};
const objectId = (last: string): Buffer => element(6, Buffer.from(`2a864886f70d0107${last}`, "hex"));
const contentInfo = (id: Buffer, content: Buffer): string =>
  element(0x30, id, element(0xa0, content)).toString("base64").replace(/.{76}/g, "$&\r\n");
/** The SignedData of CMS around a part, without signers (RFC 5652, 5). */
const signedData = (content: string): string => {
  const holder = element(0x30, objectId("01"), element(0xa0, element(4, Buffer.from(content))));
  return contentInfo(objectId("02"), element(0x30, element(2, Buffer.of(1)), element(0x31), holder));
};
const encryptedData = (): string => contentInfo(objectId("03"), element(0x30));

suite("the text of a message is kept if", () => {
  for (const [why, rest] of [
    ["its multipart has no boundary", "Content-Type: multipart/mixed\r\n\r\nHELLO\r\n"],
    ["the boundary never comes", "Content-Type: multipart/mixed; boundary=b\r\n\r\nHELLO\r\n"],
    ["a semicolon is missing", part("text/plain charset=us-ascii", "HELLO")],
    ["its type is no type", part("text", "HELLO")],
    ["a line of blanks ends its header", " \r\nHELLO\r\n"],
    ["it is in a part without a header, and no empty line stands before it", multipart("mixed", "HELLO\r\n")],
    ["its type of text is not known", part("text/enriched", "HELLO")],
  ] as const)
    test(why, async () => assert.deepEqual(await readMessage(rest), { texts: ["HELLO"], files: [] }));

  test("a blank stands before the colon of its first field", async () => {
    const { html } = await readEmail({ bytes: Buffer.from("From : Ann Doe <a@b.c>\r\nTo: d@e.f\r\n\r\nHELLO\r\n") });
    assert.match(html, /Ann Doe &lt;a@b\.c&gt;/);
  });

  test("the HTML beside it is blank, also in a multipart", async () => {
    const rest = multipart(
      "alternative",
      part("text/plain", "HELLO"),
      multipart("related", part("text/html", "<p> </p>")),
    );
    assert.deepEqual((await readMessage(rest)).texts, ["HELLO"]);
  });
});

suite("the files of a message are kept if", () => {
  test("they are a piece of a message, or a message elsewhere, which is reported", async () => {
    for (const type of ['message/partial; id="1@b.c"; number=1; total=2', "message/external-body; access-type=x"])
      assert.deepEqual(await readMessage(part(type, "Subject: inner\r\n\r\nHELLO")), {
        texts: [],
        files: [""],
        unread: 1,
      });
  });

  test("they are in a form of the content that is not shown, or beside its forms", async () => {
    const mixed = multipart("mixed", part("text/plain", "text"), attached("application/pdf", "a.pdf", "%PDF"));
    const rest = multipart(
      "alternative",
      mixed,
      part("text/html", "<p>html</p>"),
      attached("text/plain", "log.txt", "log"),
    );
    assert.deepEqual(await readMessage(rest), { texts: ["<p>html</p>"], files: ["a.pdf", "log.txt"] });
  });

  test("they are signed, encrypted or damaged, and the message is not", async () => {
    for (const content of ["<xml/>", "MIIB", "\x30\x80"]) {
      const rest = multipart(
        "mixed",
        part("text/plain", "text"),
        attached("application/pkcs7-mime", "i.xml.p7m", content),
      );
      assert.deepEqual(await readMessage(rest), { texts: ["text"], files: ["i.xml.p7m"] });
    }
  });

  test("a message that is attached holds an encrypted one", async () => {
    const inner = `${HEAD}${multipart("encrypted", part("application/pgp-encrypted", "Version: 1"), part("application/octet-stream", "x"))}`;
    const rest = multipart("mixed", part("text/plain", "text"), part("message/rfc822", inner));
    assert.deepEqual(await readMessage(rest), { texts: ["text"], files: ["s.eml"] });
  });

  test("nested messages are too deep to be read, which is reported", async () => {
    let inner = `${HEAD}\r\nx`;
    for (let depth = 0; depth < 12; depth++) inner = `${HEAD}${part("message/rfc822", inner)}`;
    let message = await readMime(Buffer.from(inner));
    while (message.messages[0] !== undefined) message = message.messages[0];
    assert.deepEqual([message.unread, message.attachments.length], [1, 1]);
  });

  test("more signed parts stand beside each other than may be in each other", async () => {
    const signed = part("application/pkcs7-mime", signedData(`${part("text/plain", "text")}`), BASE64);
    const rest = multipart("mixed", ...Array.from({ length: 15 }, () => signed));
    assert.equal((await readMessage(rest)).texts.length, 15);
  });
});

suite("a message is refused if", () => {
  test("what is encrypted is signed as a whole", async () => {
    const sealed = part("application/pkcs7-mime", encryptedData(), BASE64);
    for (const rest of [
      part("application/pkcs7-mime", signedData(sealed), BASE64),
      multipart("signed", sealed, part("application/pkcs7-signature", "x")),
    ])
      await assert.rejects(readMessage(rest), { reason: "document-encrypted" });
    const { unread } = await readMessage(multipart("mixed", sealed, part("text/plain", "footer")));
    assert.equal(unread, 1);
  });

  test("signed messages are in each other too deeply", async () => {
    let rest = part("text/plain", "text");
    for (let depth = 0; depth < 12; depth++) rest = part("application/pkcs7-mime", signedData(rest), BASE64);
    await assert.rejects(readMessage(rest), { reason: "document-too-complex" });
  });
});

test("a date without a zone is one of UTC on every machine", async () => {
  const { sent } = await readMime(Buffer.from(`${HEAD}Date: Wed, 25 Nov 2026 15:00:00\r\n\r\nx`));
  assert.equal(sent?.toISOString(), "2026-11-25T15:00:00.000Z");
});

test("messages in each other that hold too many bytes together are refused", async () => {
  let message = `${HEAD}\r\n${"x".repeat(30_000_000)}`;
  for (let depth = 0; depth < 9; depth++) message = `${HEAD}${part("message/rfc822", message)}`;
  await assert.rejects(readMime(Buffer.from(message)), { reason: "document-too-complex" });
});

suite("a file that is not encoded is attached byte by byte", () => {
  const fileIn = async (...pieces: string[]): Promise<string[]> => {
    const bytes = Buffer.from(HEAD + multipart("mixed", ...pieces), "latin1");
    const { attachments } = await readMime(bytes);
    return attachments.map((file) => Buffer.from(file.bytes).toString("latin1"));
  };

  for (const content of ["%PDF\r\n\r\r\nab\r", "a\nb\r\n", "\r\n\x00\xff", "", "--b\r\n"])
    test(JSON.stringify(content), async () => {
      const encoding = "Content-Transfer-Encoding: binary\r\n";
      const disposition = "Content-Disposition: attachment; filename=f\r\n";
      const file = part("application/octet-stream", content, encoding + disposition);
      assert.deepEqual(await fileIn(part("text/plain", "text"), file), [content]);
      assert.deepEqual(await fileIn(multipart("related", file), file), [content, content]);
    });

  test("as a message is that is forwarded", async () => {
    const inner = `${HEAD}\r\nx\r\n`;
    assert.deepEqual(await fileIn(part("message/rfc822", inner)), [inner]);
  });
});

test("a name of a file that is not in UTF-8 is read, and reported if characters are lost", async () => {
  const named = (name: string) => {
    const rest = multipart("mixed", attached("application/pdf", name, "%PDF"));
    return readMime(Buffer.from(HEAD + rest, "latin1"));
  };
  assert.equal((await named("r\xe9sum\xe9.pdf")).attachments[0]?.name, "r\xe9sum\xe9.pdf");
  assert.equal((await named("=?utf-8?q?a=FF.pdf?=")).hasLostCharacters, true);
});
