import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { suite, test } from "node:test";
import { promisify } from "node:util";
import { copyProject } from "../support/project-copy.ts";

const copy = copyProject();
symlinkSync(resolve(".cache"), join(copy, ".cache"));

const section =
  /## Add an endpoint in five steps\n([\s\S]*?)\n## /.exec(readFileSync("docs/code.md", "utf8"))?.[1] ?? "";
const blocks = [...section.matchAll(/```(?:ts|yaml)\n(?:\/\/|#) (\S+)\n([\s\S]*?)```/g)].map(
  ([, file = "", text = ""]) => ({ file, text }),
);

/** Writes a new file, or inserts a block behind the line of the file that the block begins with. */
const apply = (file: string, text: string): void => {
  const path = join(copy, file);
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  const [anchor = "", ...added] = text.split("\n");
  const lines = readFileSync(path, "utf8").split("\n");
  assert.equal(lines.filter((line) => line === anchor).length, 1, `${file} has the line once: ${anchor}`);
  lines.splice(lines.indexOf(anchor) + 1, 0, ...added.slice(0, -1));
  writeFileSync(path, lines.join("\n"));
};

const run = async (program: string, ...parameters: string[]): Promise<void> => {
  // The tests of the copy are a run of their own, with a service of their own.
  const { TEST_SERVICE, NODE_TEST_CONTEXT, ...env } = process.env;
  const path = `${resolve("node_modules/.bin")}:${env["PATH"]}`;
  const options = { cwd: copy, env: { ...env, PATH: path, PLATEN_LOG: "off" }, maxBuffer: 2 ** 26 };
  await promisify(execFile)(program, parameters, options).catch(({ stdout }: { stdout: string }) =>
    assert.fail(`${program} says:\n${stdout.slice(Math.max(0, stdout.indexOf("failing tests:")))}`),
  );
};

suite("a new endpoint, as docs/code.md adds it", { concurrency: false }, () => {
  test("takes five steps", () => {
    assert.deepEqual(section.match(/^\*\*\d\. /gm), ["**1. ", "**2. ", "**3. ", "**4. ", "**5. "]);
    for (const { file, text } of blocks) apply(file, text);
  });

  test("compiles and has the style of the project", async () => {
    await run("node", "local/client/build.ts");
    await run("biome", "check", "--write", "functions", "lib", "client", "test/functions");
    await run("tsc");
  });

  test("passes its own test, those of all endpoints, of the structure, of AWS, of the client and of the documents", async () => {
    await run(
      "node",
      "local/test.ts",
      // The calls of all other endpoints are tested with them.
      "--test-skip-pattern=/(show a line for|POST) (?!/pdf/pages/reverse\\b)/",
      "--test-skip-pattern=/platen (?!reverse-pages\\b)[\\w-]+ saves/",
      "test/functions/pdf/pages/reverse.test.ts",
      "test/functions/every-endpoint.test.ts",
      "test/structure.test.ts",
      "test/imports.test.ts",
      "test/aws/workers.test.ts",
      "test/client/interface.test.ts",
      "test/client/cli/main.test.ts",
      "test/lib/openapi/document.test.ts",
      "test/readme.test.ts",
    );
  });
});
