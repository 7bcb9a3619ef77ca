import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { zip } from "../../../layers/libreoffice/zip.ts";
import { motoRefused, startMoto } from "../../support/aws/moto.ts";
import { run } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const TABLE = "platen-dev";

const folder = temporaryFolder("deployment");

const refused = motoRefused();
if (refused !== undefined) console.warn(`NOT TESTED: the deployment, against moto: ${refused}`);

suite("a stage", { skip: refused, concurrency: false }, () => {
  test("is deployed, deployed again, removed, and deployed again with the accounts that it had", async () => {
    const { settings, stop } = await startMoto();
    // A deployment ends with the removal of this folder, wherever its package is.
    const packaged = join(folder, "packaged");
    cpSync(".serverless", packaged, { recursive: true });
    const framework = async (...words: string[]) => {
      const program = run("node_modules/serverless/bin/serverless.js", [...words, "--stage", "dev"], settings);
      assert.equal(await program.ended, 0, program.output.stdout + program.output.stderr);
    };
    /**
     * Deploys a copy of a package, because the framework removes the package. The copy has small archives: moto runs none of them,
     * and takes minutes to be sent those of the package four times.
     */
    const deploy = async (packaged: string) => {
      const copy = mkdtempSync(join(folder, "copy-"));
      cpSync(packaged, copy, { recursive: true, filter: (path) => !path.endsWith(".zip") });
      for (const name of readdirSync(packaged)) {
        if (name.endsWith(".zip")) writeFileSync(join(copy, name), zip({ "name.txt": name }));
      }
      await framework("deploy", "--force", "--package", copy);
    };
    const account = async (...words: string[]) => {
      const program = run("local/account.ts", [...words, "--table", TABLE, "--json"], settings);
      assert.equal(await program.ended, 0, program.output.stderr);
      return JSON.parse(program.output.stdout) as { account: string; credits: number };
    };
    try {
      await deploy(packaged);
      const made = await account("create", "--credits", "7");
      const lives = async () => assert.equal((await account("show", made.account)).credits, 7);
      await deploy(packaged);
      await lives();
      await framework("remove");
      await lives();
      const adopting = join(folder, "adopting");
      await framework("package", "--package", adopting, `--param=table=${TABLE}`, "--param=reserved=none");
      const template = readFileSync(join(adopting, "cloudformation-template-update-stack.json"), "utf8");
      assert.doesNotMatch(template, /ReservedConcurrentExecutions|AWS::DynamoDB::Table/);
      await deploy(adopting);
      await lives();
      await deploy(adopting);
      await lives();
    } finally {
      stop();
      cpSync(packaged, ".serverless", { recursive: true });
    }
  });
});
