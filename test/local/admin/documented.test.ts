import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { promisify } from "node:util";
import { ADMIN_OPERATIONS } from "../../../lib/admin/operations.ts";
import { adminDocument } from "../../../lib/openapi/admin/document.ts";
import { ADMIN_KEY, startAdminTrial } from "../../support/admin.ts";
import { curl } from "../../support/curl.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const page = await readFile("docs/operating.md", "utf8");
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = ""]) => command.trim());
const shown = commands.filter((command) => command.includes("$ADMIN_URL"));

suite("the document of the admin API", { concurrency: false }, async () => {
  const { admin, adminUrl, tool } = await startAdminTrial();
  const folder = temporaryFolder("admin-document");
  const program = await curl();

  test("names each operation", () => {
    const [, section = ""] = /## The admin API\n([\s\S]*?)\n## /.exec(page) ?? [];
    const named = [...section.matchAll(/^\| `([A-Z]+ \/[^`]*)`/gm)].map(([, operation]) => operation);
    assert.deepEqual(new Set(named), new Set(ADMIN_OPERATIONS.map(({ method, path }) => `${method} ${path}`)));
  });

  test("shows six lines", () => assert.equal(shown.length, 6));

  for (const command of shown) {
    test(`shows a line that works: ${command.split("\n").at(-1)!.trim()}`, async () => {
      const { stdout } = await promisify(execFile)(
        "sh",
        ["-c", command.replaceAll(/\bcurl\b/g, `${program} -sS --fail-with-body`)],
        { cwd: folder, env: { ...process.env, ADMIN_URL: adminUrl, ADMIN_KEY } },
      );
      const text = stdout === "" ? await readFile(join(folder, "platen.backup"), "utf8") : stdout;
      const [first] = text.split("\n");
      assert.equal(typeof JSON.parse(first!), "object");
    });
  }

  test("shows lines whose effect the tool sees", async () => {
    const [demo] = await tool("show", "demo");
    assert.deepEqual([demo!["name"], demo!["state"], demo!["credits"]], ["Only for trials", "suspended", 1500]);
    assert.equal((await tool("list")).length, 2);
  });

  test("is where the OpenAPI document is", async () => {
    const { status, body } = await admin("GET", "/openapi.json");
    assert.deepEqual([status, body], [200, JSON.parse(JSON.stringify(adminDocument()))]);
  });
});
