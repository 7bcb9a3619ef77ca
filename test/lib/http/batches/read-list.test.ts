import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { jsonEntries } from "../../../../lib/http/batches/list-entries.ts";
import { type ListJob, readList } from "../../../../lib/http/batches/read-list.ts";
import { randomFrom } from "../../../support/random.ts";

const operations = {
  "/a": { takesJson: true, takesForm: true },
  "/b": { takesJson: false, takesForm: true },
};
const read = (text: string, isLines = false) =>
  readList({ bytes: Buffer.from(text), isLines, operations, now: 0 } satisfies ListJob);
const linesIn = ({ stored, start }: ReturnType<typeof read>) =>
  Buffer.from(stored.subarray(start))
    .toString()
    .split("\n")
    .map((line) => JSON.parse(line));
const bodyIn = ({ stored }: ReturnType<typeof read>, { start, bytes }: { start: number; bytes: number }) =>
  Buffer.from(stored.subarray(start, start + bytes));

/** A JSON value of some depth, with all that could mislead a reader of brackets. */
const anyValue = (random: () => number, depth: number): unknown => {
  const kind = Math.floor(random() * (depth > 3 ? 3 : 5));
  const text = () => String.raw`],["\{"`.slice(0, Math.floor(random() * 8)).repeat(2);
  if (kind < 2) return text();
  if (kind === 2) return Math.floor(random() * 1e6) / 7;
  const values = Array.from({ length: Math.floor(random() * 4) }, () => anyValue(random, depth + 1));
  return kind === 3 ? values : Object.fromEntries(values.map((value, index) => [`${text()}${index}`, value]));
};

suite("the list of a batch", () => {
  test("is taken apart into the entries that JSON.parse finds", () => {
    const random = randomFrom(38);
    for (let round = 0; round < 300; round++) {
      const list = Array.from({ length: Math.floor(random() * 5) }, () => anyValue(random, 0));
      const text = `\n ${JSON.stringify(list, null, round % 3)} \n`;
      const found = [...jsonEntries(Buffer.from(text))].map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()));
      assert.deepEqual(found, list, text);
    }
  });

  test("has the line on which each entry begins", () => {
    const text = '[\n\n {"a":\n1}, {"b":2}\n ,\n\n3]';
    assert.deepEqual(
      [...jsonEntries(Buffer.from(text))].map(({ line }) => line),
      [3, 4, 7],
    );
  });

  test("has the body of each entry once, and its place", () => {
    const list = read('[{"operation":"/a","body":{"n":1}},{"operation":"/a","name":"x","body":{"text":"ä"}}]');
    assert.deepEqual(list.counts, { "/a": 2 });
    const lines = linesIn(list);
    assert.deepEqual(
      lines.map(({ body }) => bodyIn(list, body).toString()),
      ['{"n":1}', '{"text":"ä"}'],
    );
    assert.deepEqual([lines[0].name, lines[1].name, lines[1].body.type], [undefined, "x", "application/json"]);
  });

  test("has the same bytes and digest for the same requests, as a list and as lines", () => {
    const form = { file: { base64: "AAAA", name: 'a"b\r\n.pdf' }, pages: [1, 2], password: "p" };
    const entries = [
      { operation: "/b", form },
      { operation: "/a", form: { file: [{ base64: "AAAA" }, { base64: "" }] } },
    ];
    const list = read(JSON.stringify(entries));
    const lines = read(entries.map((entry) => JSON.stringify(entry)).join("\n"), true);
    assert.equal(list.digest, lines.digest);
    const [first] = linesIn(list);
    const body = bodyIn(list, first.body).toString("latin1");
    assert.match(
      body,
      /name="file"; filename="a%22b%0D%0A\.pdf"\r\nContent-Type: application\/octet-stream\r\n\r\n\0\0\0/,
    );
    assert.match(body, /name="pages"\r\n\r\n\[1,2\]\r\n/);
    assert.match(body, /name="password"\r\n\r\np\r\n/);
  });

  test("of hostile bytes is refused", () => {
    const deep = `[${'{"operation":"/a","body":'.repeat(1)}${"[".repeat(40)}${"]".repeat(40)}}]`;
    const many = `[{"operation":"/a","body":{"a":[${"1,".repeat(20_000)}1]}}]`;
    for (const [text, message] of [
      [deep, /^requests\[0\] \(line 1\) has more than 32 levels/],
      [many, /^requests\[0\] \(line 1\) has more than 10,000 values/],
      ["[", /is not a JSON list/],
      ["]", /is not a JSON list/],
      ['["', /is not a JSON list/],
      ["[,]", /^requests\[0\] \(line 1\) is not valid JSON/],
      ["[{}]]", /not a JSON list|^requests\[0\]/],
      ['[{"__proto__":{}}]', /has unknown __proto__/],
      ['[{"operation":"__proto__","body":{}}]', /^requests\[0\]\.operation/],
      ['[{"operation":"/a","name":"\\u0000","body":{}}]', /^requests\[0\]\.name/],
      ['[{"operation":"/a","body":[]}]', /^requests\[0\]\.body \(line 1\) must be an object/],
      ['[{"operation":"/a","body":null}]', /^requests\[0\]\.body \(line 1\) must be an object/],
      ['[{"operation":"/a","body":{"n":[null,-1e999]}}]', /^requests\[0\]\.body \(line 1\) must not have numbers/],
      ['[{"operation":"/a","form":{"n":1e999}}]', /^requests\[0\]\.form\.n \(line 1\) must not have numbers/],
      ['[{"operation":"/b","form":{"file":{"base64":1}}}]', /^requests\[0\]\.form\.file\.base64 \(line 1\)/],
      ['[{"operation":"/b","form":{"f":{"base64":"","type":"a/b\\r\\nX: y"}}}]', /^requests\[0\]\.form\.f\.type/],
      ['[{"operation":"/a","body":{}}}', /is not a JSON list/],
      ["[\xff]", /^requests\[0\] \(line 1\) is not valid JSON/],
    ] as const)
      assert.throws(() => read(text), { message }, text.slice(0, 60));
  });

  test("may begin with a byte order mark", () => {
    for (const isLines of [false, true]) {
      const entry = '{"operation":"/a","body":{}}';
      assert.deepEqual(read(`\uFEFF${isLines ? entry : `[${entry}]`}`, isLines).counts, { "/a": 1 });
    }
  });

  test("whose bodies take far more bytes than it has itself is refused as soon as they are too many", () => {
    const line = `{"operation":"/a","body":{"n":[${"1e20,".repeat(9000)}1]}}\n`;
    const list = line.repeat(600);
    assert.ok(list.length < 30_000_000);
    assert.throws(() => read(list, true), {
      code: "FILE_TOO_LARGE",
      message: "The bodies of the requests are larger than 100 MB.",
    });
  });

  test("of 20 MB of blanks, brackets or quotes is read in a moment", () => {
    for (const sign of [" ", "[", '"', "\n", "{},"]) {
      const bytes = Buffer.concat([Buffer.from("["), Buffer.alloc(20_000_000, sign)]);
      const startedAt = process.cpuUsage().user;
      assert.throws(() => readList({ bytes, isLines: false, operations, now: 0 }));
      assert.ok(process.cpuUsage().user - startedAt < 20_000_000, sign);
    }
  });
});
