import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { bytesOfData, commandText } from "../../../../lib/engines/chromium/long-messages.ts";
import { ProtocolPipe } from "../../../../lib/engines/chromium/protocol-pipe.ts";
import { until } from "../../../support/until.ts";

const MEGABYTE = 1_048_576;

/** What a pipe delivers of these messages, which arrive in chunks of 64 KB as from a process. */
const delivered = async (...messages: readonly string[]) => {
  const read = new PassThrough({ highWaterMark: 64 * MEGABYTE });
  const failures: string[] = [];
  const pipe = new ProtocolPipe(new PassThrough(), read, ({ message }) => failures.push(message));
  const heard: string[] = [];
  pipe.onmessage = (message) => heard.push(message);
  const bytes = Buffer.from(messages.map((message) => `${message}\0`).join(""));
  for (let at = 0; at < bytes.length; at += 65_536) read.write(bytes.subarray(at, at + 65_536));
  const closed = new Promise<void>((resolve) => {
    pipe.onclose = resolve;
  });
  read.end();
  await closed;
  await setImmediate(); // after the last message, which is delivered in the same way
  return { heard, failures };
};

suite("the pipe of the DevTools protocol", { timeout: 600_000 }, () => {
  test("delivers each message, also one that arrives in pieces", async () => {
    const answer = JSON.stringify({ id: 1, result: { value: "x".repeat(5 * MEGABYTE) } });
    const { heard, failures } = await delivered('{"id":0}', answer, '{"id":2}');
    assert.deepEqual(heard, ['{"id":0}', answer, '{"id":2}']);
    assert.deepEqual(failures, []);
  });

  test("leaves out an event that holds a long address", async () => {
    const url = `data:,${"A".repeat(3 * MEGABYTE)}`;
    const event = JSON.stringify({ method: "Network.requestWillBeSent", params: { request: { url } } });
    assert.deepEqual((await delivered(event, '{"id":1}')).heard, ['{"id":1}']);
  });

  test("delivers a paused request without the data that it posts", async () => {
    const request = { url: "http://a.invalid/", postData: "x".repeat(3 * MEGABYTE) };
    const params = { requestId: "job-1", request, frameId: "F", resourceType: "Document" };
    const event = JSON.stringify({ method: "Fetch.requestPaused", params, sessionId: "S" });
    const { heard } = await delivered(event);
    assert.deepEqual(
      heard.map((message) => JSON.parse(message)),
      [
        {
          method: "Fetch.requestPaused",
          params: { requestId: "job-1", frameId: "F", resourceType: "Document" },
          sessionId: "S",
        },
      ],
    );
  });

  test("decodes the data of a long answer while it arrives", async () => {
    const document = Buffer.from(Uint8Array.from({ length: 5 * MEGABYTE + 1 }, (_, at) => at * 7));
    const answer = { id: 1, result: { data: document.toString("base64"), stream: "" }, sessionId: "S" };
    const { heard } = await delivered(JSON.stringify(answer), '{"id":2}');
    const [first, second] = heard.map((message) => JSON.parse(message));
    assert.deepEqual(bytesOfData(first.result.data), document);
    assert.deepEqual(
      { ...first, result: { ...first.result, data: "" } },
      { ...answer, result: { data: "", stream: "" } },
    );
    assert.deepEqual(second, { id: 2 });
  });

  test("ends with an answer that is too long", async () => {
    const { heard, failures } = await delivered(`{"id":1,"result":"${"x".repeat(40 * MEGABYTE)}"}`, '{"id":2}');
    assert.deepEqual([heard, failures], [[], ["The browser sends a message that is too long."]]);
  });

  test("sends a long text whole and before the messages that follow it", async () => {
    const write = new PassThrough({ highWaterMark: 64 * MEGABYTE });
    const pipe = new ProtocolPipe(write, new PassThrough(), () => {});
    let sent = "";
    write.setEncoding("utf8").on("data", (chunk: string) => {
      sent += chunk;
    });
    // Odd lengths, so that slices end within surrogate pairs.
    const text = `"\\\n\0</script>\ud800${"\u{1f469}é".repeat(400_001)}`;
    const html = commandText(text);
    pipe.send(JSON.stringify({ id: 1, params: { html: html.value } }));
    pipe.send('{"id":2}');
    html.release();
    await until(() => sent.endsWith('{"id":2}\0'));
    pipe.send('{"id":3}');
    await until(() => sent.endsWith('{"id":3}\0'));
    const messages = sent
      .split("\0")
      .filter(Boolean)
      .map((message) => JSON.parse(message));
    assert.deepEqual(messages, [{ id: 1, params: { html: text } }, { id: 2 }, { id: 3 }]);
  });
});
