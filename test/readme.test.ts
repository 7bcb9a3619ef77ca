import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { cp, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { suite, test } from "node:test";
import { promisify } from "node:util";
import { curlSample } from "../lib/openapi/code-samples.ts";
import { WARNINGS } from "../lib/output/warnings.ts";
import { SETTINGS } from "../lib/settings/table.ts";
import { curl } from "./support/curl.ts";
import { endpoints } from "./support/endpoints.ts";
import { newAccount, url } from "./support/platen.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const pages = new Map<string, string>();
const topLevel = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
for (const file of [...topLevel, ...globSync("docs/*.md").sort()]) pages.set(file, await readFile(file, "utf8"));
const commandsIn = (page: string) => [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command]) => command!.trim());
// What docs/client.md shows is run by test/client/document.slow.ts, the lines of the admin API by test/local/admin/documented.test.ts.
const commands = [...pages]
  .flatMap(([file, page]) => (file === "docs/client.md" ? [] : commandsIn(page)))
  .filter((command) => !command.includes("$ADMIN_URL"));
const pathsIn = (command: string) => [...command.matchAll(/\$URL(\S+)/g)].map(([, path]) => path);
const paths = endpoints.map(({ contract }) => contract.path);

/** The curl lines of the reference. */
const samples = endpoints.map(({ contract }) => curlSample(contract, { url: "$URL", key: "$KEY" }));

const folder = temporaryFolder("readme");
await cp("samples", join(folder, "samples"), { recursive: true });
const program = await curl();

suite("the README and docs", () => {
  test("show a curl line of the reference for each family of endpoints, and for what is around them", () => {
    const shown = commands.flatMap(pathsIn);
    const familyOf = (path = "") => path.split("/")[1];
    assert.deepEqual(new Set(shown.map(familyOf)), new Set(["uploads", "account", ...paths.map(familyOf)]));
    assert.deepEqual(
      commandsIn(pages.get("README.md")!).filter((command) => !samples.includes(command)),
      [],
    );
  });

  test("name files that exist", () => {
    const named = [...pages.values()].flatMap((page) =>
      [...page.matchAll(/`((?:aws|bench|docs|functions|kubernetes|layers|lib|local|samples|test)\/[\w./-]*)`/g)].map(
        ([, path = ""]) => path,
      ),
    );
    // The endpoint that docs/code.md takes as an example.
    const isExample = (path: string) =>
      path.endsWith("functions/pdf/pages/reverse.ts") || path.endsWith("/reverse.test.ts");
    assert.deepEqual(
      named.filter((path) => !isExample(path) && !existsSync(path)),
      [],
    );
  });

  test("name npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const named = [...pages.values()].flatMap((page) =>
      [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!),
    );
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((name) => !(name in scripts)),
      [],
    );
  });

  test("link to files that exist", () => {
    const broken = [...pages].flatMap(([file, page]) =>
      [...page.matchAll(/\]\(([^):#]+)\)/g)].flatMap(([, target = ""]) =>
        existsSync(join(dirname(file), target)) ? [] : [`${file} -> ${target}`],
      ),
    );
    assert.deepEqual(broken, []);
  });

  for (const command of new Set([...commands, ...samples])) {
    const [, path = "", name = ""] = /.*\$URL(\S+)[\s\S]* -o (\S+)/s.exec(command) ?? [];
    const ahead = command.includes("X-Body-Ref") ? ", with its body sent ahead," : "";
    test(`show a line for ${path}${ahead} that works`, async () => {
      const { key } = await newAccount(10);
      await promisify(execFile)("sh", ["-c", command.replaceAll(/\bcurl\b/g, `${program} -sS`)], {
        cwd: folder,
        env: { ...process.env, URL: url, KEY: key },
      });
      assert.ok((await stat(join(folder, name))).size > 0);
      const endpoint = endpoints.find(({ contract }) => contract.path === path);
      assert.equal(endpoint?.contract.output.name ?? "account.json", name);
    });
  }

  /** Fails for names that the page does not hold between backticks. */
  const assertNames = (file: string, names: readonly string[]) =>
    assert.deepEqual(
      names.filter((name) => !pages.get(file)!.includes(`\`${name}\``)),
      [],
    );

  test("name every setting", async () => {
    const isInternal = (name: string) => /^PLATEN_(CHROMIUM|FONTS|LIBREOFFICE)$/.test(name);
    assertNames(
      "docs/operating.md",
      Object.values(SETTINGS)
        .map(({ name }) => name)
        .filter((name) => !isInternal(name)),
    );
  });

  test("name every error code and every warning", async () => {
    const codes = [...(await readFile("lib/errors/codes.ts", "utf8")).matchAll(/^ {2}([A-Z_]+): \d+/gm)];
    assertNames("docs/errors-and-headers.md", [...codes.map(([, code = ""]) => code), ...Object.keys(WARNINGS)]);
  });

  test("name no warning that the service does not have", () => {
    const [, table = ""] = /## Warnings\n([\s\S]*?)\n## /.exec(pages.get("docs/errors-and-headers.md")!) ?? [];
    const named = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code),
    );
    assert.deepEqual(new Set(named), new Set(Object.keys(WARNINGS)));
  });

  test("explain every dependency and every folder of the code", async () => {
    const { dependencies } = JSON.parse(await readFile("package.json", "utf8"));
    assertNames("docs/code.md", Object.keys(dependencies));
    const rooms = readdirSync("lib", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const folders = ["functions", "layers", "local", "aws", "samples", "test", "bench"];
    assertNames("docs/code.md", [...folders, ...rooms.map(({ name }) => `lib/${name}`)]);
  });
});
