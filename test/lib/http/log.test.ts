import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { test } from "node:test";
import { freePort } from "../../../local/store/process.ts";
import { form } from "../../support/form.ts";
import { npmStart, ready } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder("log");

test("the log of a failure has its stack, but not its message", () => {
  const script = `
    import { logFailure } from ${JSON.stringify(resolve("lib/http/log.ts"))};
    const secret = "SECRETWORD\\n    at SECRETWORD";
    logFailure("a test", new TypeError(secret, { cause: new RangeError(secret) }));`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  const { failure, trace, cause } = JSON.parse(stderr);
  assert.deepEqual([failure, trace[0], cause[0]], ["a test", "TypeError", "RangeError"]);
  assert.match(trace[1], /^at /);
  assert.doesNotMatch(stderr, /SECRETWORD/);
});

test("each request is logged in one line, without documents, file names, queries or keys", async () => {
  const port = String(await freePort());
  const settings = { PLATEN_DEMO_KEY: "demo-key-secret-1", PLATEN_METRICS_PORT: port };
  const service = npmStart({ PLATEN_DATA: folder, ...settings });
  const { url, apiKey } = await ready(service);
  const post = (path: string, body: FormData | object) =>
    fetch(url + path, {
      method: "POST",
      headers: { "X-API-Key": apiKey, ...(body instanceof FormData ? {} : { "Content-Type": "application/json" }) },
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
  const secret = "SECRETWORD";
  const replies = [
    await post("/convert/html-to-pdf", { html: `<p>${secret}` }),
    await post("/convert/html-to-pdf", { url: `http://no-such-name.invalid/?q=${secret}` }),
    await post("/convert/html-to-pdf", { html: `<script>throw new Error("${secret}")</script><p>x` }),
    await post(`/convert/html-to-pdf?token=${secret}`, { html: "x", [secret]: 1 }),
    await post("/convert/xml-to-html", { xml: `<${secret}`, xslt: `<${secret}/>` }),
    await post("/convert/csv-to-pdf", form({ file: Buffer.from(`a,"${secret}`) }, `${secret}.csv`)),
    await post("/convert/word-to-pdf", form({ file: Buffer.from(secret) }, `${secret}.docx`)),
    await post("/pdf/merge", form({ files: [Buffer.from(secret), Buffer.from(secret)] }, `${secret}.pdf`)),
    await post(`/${secret}?${secret}`, { [secret]: secret }),
  ];
  const lines = service.output.stderr
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes('"operation"'));
  assert.equal(lines.length, replies.length);
  const [first, second, ...rest] = lines.map((line) => JSON.parse(line));
  const sum = (name: string) =>
    [first, second, ...rest]
      .filter(({ operation }) => operation === "/convert/html-to-pdf")
      .reduce((total, entry) => total + (entry[name] ?? 0), 0);
  const phases = ["authMs", "bodyMs", "meterMs", "queueMs", "workMs"];
  const head = ["time", "level", "id", "operation", "account", "key", "status"];
  assert.deepEqual(Object.keys(first), [
    ...head,
    "bytesIn",
    "bytesOut",
    "ms",
    ...phases,
    "cold",
    "credits",
    "engine",
    "recovered",
  ]);
  assert.equal(first.id, replies[0]!.headers.get("x-request-id"));
  assert.equal(first.key, apiKey.slice(-4));
  assert.equal(first.bytesOut, Number(replies[0]!.headers.get("content-length")));
  assert.equal(first.engine, replies[0]!.headers.get("x-engine"));
  assert.equal(first.bytesIn, JSON.stringify({ html: `<p>${secret}` }).length);
  assert.ok(phases.every((phase) => first[phase] >= 0 && first[phase] <= first.ms + 1));
  assert.deepEqual([first.operation, first.cold, first.credits], ["/convert/html-to-pdf", true, 1]);
  assert.deepEqual([second.status, second.code, second.cold, second.credits], [500, "PROCESSING_FAILED", false, 0]);
  assert.deepEqual([rest.at(-1).operation, rest.at(-1).status], ["none", 404]);
  const logged = service.output.stderr.split("\n").filter((line) => line.startsWith("{"));
  assert.ok(
    logged.every((line) => !line.includes(secret) && !line.includes(apiKey)),
    logged.join("\n"),
  );

  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const figure = (name: string) =>
    Number(
      metrics
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  const html = 'operation="/convert/html-to-pdf"';
  assert.equal(figure(`platen_requests_total{${html},status="200",code="",reason=""}`), 2);
  assert.equal(
    figure(`platen_requests_total{operation="none",status="404",code="NOT_FOUND",reason="path-not-found"}`),
    1,
  );
  assert.equal(figure(`platen_credits_charged_total{${html}}`), 2);
  assert.equal(figure(`platen_sent_bytes_total{${html}}`), sum("bytesOut"));
  assert.equal(figure(`platen_request_duration_seconds_count{${html}}`), 4);
  assert.ok(
    Math.abs(figure(`platen_request_phase_duration_seconds_sum{${html},phase="work"}`) - sum("workMs") / 1000) < 0.01,
  );
  assert.equal(figure("platen_jobs_running"), 0);
  assert.equal(figure("platen_recovered_holds_total"), 0);
  assert.ok(!metrics.includes(secret) && !metrics.includes(apiKey) && !metrics.includes(first.account));
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
});
