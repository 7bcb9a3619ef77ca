import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Part } from "../../../lib/contract/contract.ts";
import { readParts } from "../../../lib/http/multipart.ts";
import { mutations, sampleForm } from "../../support/mutated-forms.ts";
import { call, clock, newAccount } from "../../support/trial.ts";

const { key } = await newAccount(1_000_000);
const post = (body: string | Uint8Array, contentType = "multipart/form-data; boundary=b") => {
  clock.now += 1000;
  return call(key, typeof body === "string" ? Buffer.from(body, "latin1") : body, contentType);
};
const part = (headers: string, content = "x") => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const FILE = 'Content-Disposition: form-data; name="file"; filename="a"';

const namesOf = async (filename: string): Promise<unknown[]> => {
  const head = `\r\nContent-Disposition: form-data; name="file"; filename="${filename}"`;
  const { file } = await readParts(Buffer.from("x"), [{ head, begin: 0, end: 1 }], "b");
  const { name, path } = file as Part;
  return [name, path];
};

test("a file has its name without folders, and the path that was given", async () => {
  assert.deepEqual(await namesOf("a.pdf"), ["a.pdf", "a.pdf"]);
  assert.deepEqual(await namesOf("common/deep/a.xsl"), ["a.xsl", "common/deep/a.xsl"]);
  assert.deepEqual(await namesOf("C:\\files\\a.pdf"), ["a.pdf", "C:\\files\\a.pdf"]);
  assert.deepEqual(await namesOf("../.."), ["", "../.."]);
});

suite("forms", { concurrency: false }, () => {
  for (const [why, body, contentType] of [
    ["quoted boundary", `--b+_c\r\n${FILE}\r\n\r\nx\r\n--b+_c--`, 'multipart/form-data;boundary="b+_c"'],
    ["boundary after a charset", `${part(FILE)}--b--`, "Multipart/Form-Data; charset=utf-8; boundary=b"],
    ["preamble and epilogue", `hello\r\n${part(FILE)}--b--\r\nbye`, undefined],
    ["unquoted name", `${part("content-disposition: form-data; name=file; filename=a")}--b--`, undefined],
    ["delimiter that is padded", `--b \t\r\n${FILE}\r\n\r\nx\r\n--b--`, undefined],
    ["part sent as it is", `${part(`${FILE}\r\nContent-Transfer-Encoding: 8bit`)}--b--`, undefined],
    ["empty content", `${part(FILE, "")}--b--`, undefined],
  ] as const) {
    test(`with a ${why} are read`, async () => assert.equal((await post(body, contentType)).status, 200));
  }

  for (const [why, body, contentType, status] of [
    ["have no boundary", part(FILE), "multipart/form-data", 400],
    ["have another boundary", `${part(FILE)}--b--`, "multipart/form-data; boundary=c", 400],
    ["end in a part", part(FILE), undefined, 400],
    ["end in a header", '--b\r\nContent-Disposition: form-data; name="fi', undefined, 400],
    ["have no part", "--b--\r\n", undefined, 400],
    ["are empty", "", undefined, 400],
    ["have a part without a name", `${part("Content-Type: text/plain")}--b--`, undefined, 400],
    ["have endless headers", `${part(`${FILE}\r\nX: ${"y".repeat(20_000)}`)}--b--`, undefined, 400],
    ["have an encoded part", `${part(`${FILE}\r\nContent-Transfer-Encoding: base64`, "eA==")}--b--`, undefined, 400],
    ["have a delimiter with words behind it", `--b words\r\n${FILE}\r\n\r\nx\r\n--b--`, undefined, 400],
    ["have a thousand parts", `${part(FILE).repeat(1000)}--b--`, undefined, 400],
    ["hold what the contract does not know", `${part(FILE.replace("file", "__proto__"))}--b--`, undefined, 400],
    ["are another kind of multipart", `${part(FILE)}--b--`, "multipart/mixed; boundary=b", 415],
  ] as const) {
    test(`that ${why} are refused`, async () => assert.equal((await post(body, contentType)).status, status));
  }

  test("with 150 mutations each get a 4xx or 200, and the service continues to run", {
    timeout: 600_000,
  }, async () => {
    for (const { body, contentType } of mutations(150, 42)) {
      const { status } = await post(body, contentType);
      assert.ok(status === 200 || (status >= 400 && status < 500), `${status}`);
    }
    assert.equal((await post(sampleForm.body, sampleForm.contentType)).status, 200);
  });
});
