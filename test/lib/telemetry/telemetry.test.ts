import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { form } from "../../support/form.ts";
import { attribute, type ReceivedSpan, startOtlpReceiver } from "../../support/otlp-receiver.ts";
import { npmStart, ready } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder("telemetry");
const collector = await startOtlpReceiver();
after(() => collector.close());

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT_ID = "00f067aa0ba902b7";
const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;

/** Tells each module of OpenTelemetry that a program loads. */
const LOAD_HOOK = `import { registerHooks } from "node:module"; registerHooks({ load(url, context, next) {
  if (url.includes("@opentelemetry")) process.stderr.write("LOADED " + url + "\\n");
  return next(url, context);
} });`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(LOAD_HOOK)}`;

const service = npmStart({
  NODE_OPTIONS,
  PLATEN_DATA: join(folder, "data"),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  OTEL_SERVICE_NAME: "press",
  OTEL_BSP_SCHEDULE_DELAY: "200",
  OTEL_METRIC_EXPORT_INTERVAL: "500",
});
const { url, apiKey } = await ready(service);
const call = (path: string, body: object | FormData, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: "POST",
    headers: {
      "X-API-Key": apiKey,
      ...(body instanceof FormData ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });

/** The spans of the trace of an answer, once its first span has arrived. */
const traceOf = async (reply: Response): Promise<{ root: ReceivedSpan; spans: readonly ReceivedSpan[] }> => {
  const [, traceId, spanId] = reply.headers.get("traceparent")!.split("-");
  for (;;) {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const root = spans.find((span) => span.spanId === spanId);
    if (root !== undefined) return { root, spans };
    await sleep(50);
  }
};

const namesBelow = (spans: readonly ReceivedSpan[], parent: ReceivedSpan): Set<string> =>
  new Set(spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId).map(({ name }) => name));

const assertWithin = (spans: readonly ReceivedSpan[]): void => {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  for (const { parentSpanId, name, ...span } of spans) {
    const outer = byId.get(parentSpanId ?? "");
    if (outer === undefined) continue;
    assert.ok(BigInt(span.startTimeUnixNano) >= BigInt(outer.startTimeUnixNano), name);
    assert.ok(BigInt(span.endTimeUnixNano) <= BigInt(outer.endTimeUnixNano), name);
  }
};

suite("a service with a collector of OpenTelemetry", () => {
  test("sends the trace of a call whole: its phases, and below the work the steps of its engine", async () => {
    const reply = await call("/convert/html-to-pdf", { html: "<p>x" }, { traceparent });
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get("traceparent")!, new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`));
    const { root, spans } = await traceOf(reply);
    assert.deepEqual([root.parentSpanId, root.name, root.kind], [PARENT_ID, "POST /v1/convert/html-to-pdf", 2]);
    assert.equal(Number(attribute(root.attributes, "http.response.status_code")), 200);
    assert.equal(attribute(root.attributes, "platen.request_id"), reply.headers.get("x-request-id"));
    assert.deepEqual(namesBelow(spans, root), new Set(["auth", "body", "meter", "queue", "work"]));
    const work = spans.find(({ name }) => name === "work")!;
    const [engine] = namesBelow(spans, work);
    assert.equal(engine, reply.headers.get("x-engine"));
    const engineSpan = spans.find(({ name }) => name === engine)!;
    assert.deepEqual(namesBelow(spans, engineSpan), new Set(["chromium start", "chromium load", "chromium print"]));
    assertWithin(spans);
    assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length);
  });

  test("sends the trace of a Word document with the conversion of LibreOffice", async (context) => {
    const reply = await call("/convert/word-to-pdf", form({ file: await readFile("samples/letter.docx") }, "a.docx"));
    if (!reply.headers.get("x-engine")!.startsWith("libreoffice")) return context.skip("no LibreOffice here");
    const { root, spans } = await traceOf(reply);
    assert.equal(root.parentSpanId ?? "", "");
    assert.ok(spans.some(({ name }) => name === "libreoffice convert"));
    assertWithin(spans);
  });

  test("sends a failed call with its reason, and nothing of its document", async () => {
    const options = { waitForSelector: "#SECRETWORD", waitTimeout: 50 };
    const { root } = await traceOf(await call("/convert/html-to-pdf", { html: "<p>SECRETWORD", options }));
    assert.deepEqual([root.status.code, attribute(root.attributes, "error.type")], [2, "selector-not-found"]);
    assert.doesNotMatch(JSON.stringify(collector.spans), /SECRETWORD/);
    assert.ok(!JSON.stringify(collector.spans).includes(apiKey));
  });

  test("sends no trace that its caller has not sampled, but answers with its ids", async () => {
    const unsampled = `00-${"a".repeat(32)}-${PARENT_ID}-00`;
    const reply = await call("/convert/html-to-pdf", { html: "<p>x" }, { traceparent: unsampled });
    assert.match(reply.headers.get("traceparent")!, /^00-a{32}-[0-9a-f]{16}-00$/);
    await traceOf(await call("/convert/html-to-pdf", { html: "<p>x" }));
    assert.ok(collector.spans.every(({ traceId }) => traceId !== "a".repeat(32)));
  });

  test("sends a span of a request that reaches no endpoint if its caller names a trace", async () => {
    await (await fetch(`${url}/nothing`)).arrayBuffer();
    const reply = await fetch(`${url}/nothing`, { headers: { traceparent: `00-${"b".repeat(32)}-${PARENT_ID}-01` } });
    const { root } = await traceOf(reply);
    assert.deepEqual([root.parentSpanId, root.name, root.kind], [PARENT_ID, "GET", 2]);
    assert.equal(attribute(root.attributes, "http.route"), undefined);
    assert.equal(Number(attribute(root.attributes, "http.response.status_code")), 404);
    assert.equal(attribute(root.attributes, "platen.request_id"), reply.headers.get("x-request-id"));
    assert.equal(collector.spans.filter(({ name }) => name === "GET").length, 1);
  });

  test("sends metrics by the semantic conventions", async () => {
    while (!collector.metrics.some(({ name }) => name === "http.server.request.duration")) await sleep(100);
    const { unit, histogram } = collector.metrics.findLast(({ name }) => name === "http.server.request.duration")!;
    assert.equal(unit, "s");
    assert.ok(
      histogram!.dataPoints.some((point) => Number(attribute(point.attributes, "http.response.status_code")) === 200),
    );
    assert.deepEqual(collector.services, new Set(["press"]));
  });

  test("logs the ids of a trace with its call", () => {
    const line = service.output.stderr.split("\n").find((text) => text.includes(`"traceId":"${TRACE_ID}"`));
    assert.match(line ?? "", /"spanId":"[0-9a-f]{16}"/);
  });
});

test("without a collector a trace is passed on, and nothing of OpenTelemetry is loaded", async () => {
  const plain = npmStart({
    PLATEN_DATA: join(folder, "plain"),
    NODE_OPTIONS,
  });
  const started = await ready(plain);
  const post = (headers: Record<string, string>) =>
    fetch(`${started.url}/convert/html-to-pdf`, {
      method: "POST",
      headers: { "X-API-Key": started.apiKey, "Content-Type": "application/json", ...headers },
      body: '{"html":"x"}',
    });
  assert.match((await post({ traceparent })).headers.get("traceparent")!, new RegExp(`^00-${TRACE_ID}-`));
  assert.equal((await post({})).headers.get("traceparent"), null);
  assert.match(service.output.stderr, /^LOADED/m);
  assert.doesNotMatch(plain.output.stderr, /^LOADED/m);
  assert.match(plain.output.stderr, new RegExp(`"traceId":"${TRACE_ID}"`));
});
