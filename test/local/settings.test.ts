import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { SETTINGS } from "../../lib/settings/table.ts";
import { linesOf, run } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Wrong settings, each with what its line says. */
const WRONG: readonly (readonly [string, string, RegExp])[] = [
  ["PORT", "65536", /must be at most 65535/],
  ["PORT", "http", /must be a whole number of at least 0/],
  ["PORT", "-1", /must be a whole number of at least 0/],
  ["PLATEN_HOST", "http://0.0.0.0", /must be an address or a name of a host/],
  ["PLATEN_HOST", "0.0.0.0:3000", /must be an address or a name of a host/],
  ["PLATEN_TABLE", "my table", /must be the name of a DynamoDB table: 3 to 255/],
  ["PLATEN_TABLE", "ab", /must be the name of a DynamoDB table/],
  ["PLATEN_UPLOADS_BUCKET", "Uploads", /must be the name of an S3 bucket: 3 to 63 small letters/],
  ["PLATEN_UPLOADS_BUCKET", "s3://uploads", /must be the name of an S3 bucket/],
  ["PLATEN_DEMO_KEY", "short", /must be 8 to 128 visible ASCII characters/],
  ["PLATEN_DEMO_KEY", "with a space", /must be 8 to 128 visible ASCII characters/],
  ["PLATEN_DEMO_CREDITS", "many", /must be a whole number/],
  ["PLATEN_DEMO_CREDITS", "1.5", /must be a whole number/],
  ["PLATEN_PURCHASE_URL", "buy.example", /must be an address that begins with http/],
  ["PLATEN_PURCHASE_URL", "javascript:alert(1)", /must be an address that begins with http/],
  ["PLATEN_PLANS", "gold", /must be a JSON object of plans by name/],
  ["PLATEN_PLANS", '{"gold":{"requestsPerMinute":0}}', /gold\.requestsPerMinute must be a whole number of 1 to/],
  ["PLATEN_DEADLINE_MS", "60s", /must be a whole number of at least 1/],
  ["PLATEN_DEADLINE_MS", "0", /must be a whole number of at least 1/],
  ["PLATEN_DEADLINE_MS", "2147483648", /must be at most 2147483647/],
  ["PLATEN_STALL_MS", "1e4", /must be a whole number/],
  ["PLATEN_CPU_MS", "0x10", /must be a whole number/],
  ["PLATEN_DRAIN_MS", "-5", /must be a whole number of at least 0/],
  ["PLATEN_MEMORY_MB", "63", /must be a whole number of at least 64/],
  ["PLATEN_JOBS", "0", /must be a whole number of at least 1/],
  ["PLATEN_QUEUE", "all", /must be a whole number of at least 0/],
  ["PLATEN_CONNECTIONS", "0", /must be a whole number of at least 1/],
  ["PLATEN_BROWSERS", "two", /must be a whole number of at least 1/],
  ["PLATEN_BROWSER_MEMORY_MB", "128", /must be a whole number of at least 256/],
  ["PLATEN_OFFICE_MEMORY_MB", "2GB", /must be a whole number of at least 256/],
  ["PLATEN_OUTPUT_MB", "0", /must be a whole number of at least 1/],
  ["PLATEN_CONFINE", "yes", /must be off or require/],
  ["PLATEN_EGRESS_ALLOW", "10.0.0.0/33", /must hold names, addresses and CIDR blocks/],
  ["PLATEN_EGRESS_ALLOW", "printer.local,http://x", /must hold names, addresses and CIDR blocks.*not "http:\/\/x"/],
  ["PLATEN_EGRESS_TRUST", "sha256/abc=", /must be the SHA-256 of public keys in base64/],
  ["PLATEN_LOG", "verbose", /must be on or off/],
  ["PLATEN_METRICS_NAMESPACE", "my metrics", /must be 1 to 255 letters/],
  ["PLATEN_METRICS_PORT", "yes", /must be a whole number of at least 0/],
  ["PLATEN_METRICS_HOST", "*:9090", /must be an address or a name of a host/],
  ["PLATEN_ADMIN_KEY", "too-short-0123456789", /must be 32 to 256 letters, digits and -\._~\+\/, such as openssl/],
  ["PLATEN_ADMIN_KEY", "a key with spaces of enough characters", /must be 32 to 256 letters/],
  ["PLATEN_ADMIN_KEY", "abababababababababababababababababab", /must have at least 8 different characters/],
  ["PLATEN_ADMIN_PORT", "65536", /must be at most 65535/],
  ["PLATEN_ADMIN_HOST", "localhost:3001", /must be an address or a name of a host/],
  ["SOURCE_DATE_EPOCH", "2026-01-01", /must be a whole number/],
  ["AWS_REGION", "Ireland (eu)", /must be the name of a region/],
  ["AWS_ENDPOINT_URL_S3", "localhost:9000", /must be an address that begins with http/],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", /must be an address that begins with http/],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", /must be http\/protobuf or http\/json/],
  ["OTEL_TRACES_EXPORTER", "jaeger", /must be otlp or none/],
  ["OTEL_TRACES_SAMPLER", "sometimes", /must be parentbased_always_on or /],
  ["OTEL_TRACES_SAMPLER_ARG", "10%", /must be a number of 0 to 1/],
  ["OTEL_SDK_DISABLED", "off", /must be false or true/],
  ["PLATEN_PORT", "3000", /is not a setting: did you mean PORT\?/],
  ["PLATEN_DEADLINE", "1000", /is not a setting: did you mean PLATEN_DEADLINE_MS\?/],
  ["PLATEN_BROWSER", "2", /is not a setting: did you mean PLATEN_BROWSERS\?/],
  ["PLATEN_EGRES_ALLOW", "x", /is not a setting: did you mean PLATEN_EGRESS_ALLOW\?/],
  ["PLATEN_SOMETHING_ELSE_ENTIRELY", "x", /is not a setting: --help lists them/],
];

/** The wrong settings in groups without a name twice, each for one start. */
const groups = (): (typeof WRONG)[] => {
  const found: (readonly [string, string, RegExp])[][] = [];
  for (const row of WRONG) {
    const free = found.find((group) => !group.some(([name]) => name === row[0]));
    if (free === undefined) found.push([row]);
    else free.push(row);
  }
  return found;
};

suite("the settings", { concurrency: 2 }, () => {
  for (const group of groups()) {
    test(`are told all at once where ${group.length} of them are wrong, each in one line`, async () => {
      const settings = Object.fromEntries(group.map(([name, value]) => [name, value]));
      const { ended, output } = run("local/serve.ts", [], settings);
      assert.equal(await ended, 1);
      const lines = linesOf(output.stderr);
      assert.equal(lines.length, group.length, output.stderr);
      for (const [name, value, expected] of group) {
        const line = lines.find((one) => one.startsWith(`platen: ${name} `));
        assert.match(line ?? "", expected, `${name}=${value}`);
      }
      for (const name of ["PLATEN_DEMO_KEY", "PLATEN_ADMIN_KEY"])
        if (settings[name]) assert.ok(!output.stderr.includes(settings[name]));
    });
  }

  test("are listed by --help, with their defaults and a sentence each", async () => {
    const { ended, output } = run("local/serve.ts", ["--help"]);
    assert.equal(await ended, 0);
    for (const { name, fallback, about } of Object.values(SETTINGS)) {
      assert.ok(output.stdout.includes(`  ${name}${fallback === undefined ? "" : ` (${fallback})`}\n      ${about}\n`));
      assert.match(about, /^[A-Z][^\n]*\.$/);
    }
  });

  test("are no arguments", async () => {
    const { ended, output } = run("local/serve.ts", ["--port", "4000"]);
    assert.equal(await ended, 2);
    assert.match(
      output.stderr,
      /^platen: there is no argument --port: settings are environment variables, which --help lists\n$/,
    );
  });

  test("are read from .env in the working folder, where a variable that is set wins", async () => {
    const folder = temporaryFolder("env");
    await writeFile(join(folder, ".env"), "PLATEN_JOBS=none\nPLATEN_QUEUE='some'\n# PLATEN_LOG=x\n");
    const { ended, output } = run("local/serve.ts", [], { PLATEN_QUEUE: "all" }, folder);
    assert.equal(await ended, 1);
    assert.deepEqual(linesOf(output.stderr), [
      'platen: PLATEN_JOBS must be a whole number of at least 1, not "none"',
      'platen: PLATEN_QUEUE must be a whole number of at least 0, not "all"',
    ]);
  });
});
