import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { suite, test } from "node:test";
import { callbackAttempts, type SentAttempt } from "../../../lib/callbacks/attempts.ts";
import { requests } from "../../../lib/http/log.ts";
import type { LogEntry } from "../../../lib/http/log-entry.ts";
import { startMetrics } from "../../../lib/server/metrics.ts";
import { reportEngineEnd } from "../../../lib/workers/engine-ended.ts";

const ENTRY: LogEntry = {
  id: "x",
  operation: "/pdf/merge",
  status: 200,
  bytesIn: 10,
  bytesOut: 20,
  ms: 30,
  authMs: 1,
  bodyMs: 2,
  meterMs: 3,
  queueMs: 0,
  workMs: 24,
  cold: false,
  credits: 1,
  recovered: 0,
};

/** The metrics after one request of each outcome and one end of an engine. */
const scrape = async (): Promise<string> => {
  const metrics = await startMetrics({ host: "127.0.0.1", port: 0 });
  requests.publish(ENTRY);
  requests.publish({ ...ENTRY, status: 503, code: "SERVICE_UNAVAILABLE", reason: "store-unreachable" });
  reportEngineEnd("libreoffice");
  callbackAttempts.publish({
    account: "a",
    id: "b",
    state: "gone",
    attempt: 1,
    status: 410,
    ms: 1,
  } satisfies SentAttempt);
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  await metrics.stop();
  return text;
};
const text = await scrape();
const ours = text.split("\n").filter((line) => /^(# \w+ )?platen_/.test(line));
const types = new Map(
  [...text.matchAll(/^# TYPE (platen_\w+) (\w+)$/gm)].map(([, name = "", type = ""]) => [name, type]),
);

suite("the metrics", () => {
  test("follow Prometheus's conventions: help, counters end in _total, base units, no type in a name", () => {
    assert.ok(types.size > 12);
    for (const [name, type] of types) {
      assert.match(text, new RegExp(`^# HELP ${name} [A-Z].+[^.]$`, "m"));
      assert.match(name, /^platen(_[a-z]+)+$/);
      assert.equal(name.endsWith("_total"), type === "counter", name);
      if (type === "histogram") assert.match(name, /_seconds$/);
      assert.doesNotMatch(name, /_(ms|milliseconds|kb|mb|megabytes|counter|gauge|histogram|count|sum|bucket)(_|$)/);
    }
  });

  test("pass promtool's check", { skip: spawnSync("promtool", ["--version"]).error !== undefined }, () => {
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
      input: `${ours.join("\n")}\n`,
      encoding: "utf8",
    });
    assert.deepEqual([status, stdout, stderr], [0, "", ""]);
  });

  test("hold durations and phases as histograms, engines, the queue, the store, the walls and the build", () => {
    for (const line of [
      'platen_requests_total{operation="/pdf/merge",status="200",code="",reason=""} 1',
      'platen_requests_total{operation="/pdf/merge",status="503",code="SERVICE_UNAVAILABLE",reason="store-unreachable"} 1',
      'platen_request_duration_seconds_bucket{le="0.025",operation="/pdf/merge"} 0',
      'platen_request_duration_seconds_bucket{le="0.05",operation="/pdf/merge"} 2',
      'platen_request_phase_duration_seconds_bucket{le="0.025",operation="/pdf/merge",phase="work"} 2',
      'platen_engine_restarts_total{engine="libreoffice"} 1',
      'platen_engine_restarts_total{engine="chromium"} 0',
      'platen_callback_attempts_total{state="gone"} 1',
      'platen_callback_attempts_total{state="delivered"} 0',
      "platen_jobs_waiting 0",
      "platen_jobs_waiting_limit 256",
      "platen_store_up 0",
    ]) {
      assert.ok(ours.includes(line), line);
    }
    assert.match(text, /^platen_walls_landlock \d+$/m);
    assert.match(text, /^platen_build_info\{version="1\.0\.0",node="[\d.]+",engines="[^"]*"\} 1$/m);
  });
});
