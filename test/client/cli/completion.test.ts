import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { suite, test } from "node:test";
import { platen } from "../../support/client/command-line.ts";

suite("completion", { concurrency: false }, () => {
  const bashScript = async () => (await platen(["completion", "bash"], { cwd: tmpdir() })).stdout.toString();
  const completed = async (words: readonly string[]) => {
    const script = `${await bashScript()}
COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _platen; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
    assert.equal(stderr, "");
    return stdout.trim().split("\n");
  };

  test("loads in bash", async () => {
    const script = await bashScript();
    assert.equal(spawnSync("bash", ["-n"], { input: script }).status, 0);
    const { stdout } = spawnSync("bash", ["--norc", "-c", `${script}\ncomplete -p platen`], { encoding: "utf8" });
    assert.equal(stdout, "complete -o default -F _platen platen\n");
  });

  test("completes commands, flags and values", async () => {
    assert.deepEqual(await completed(["platen", "re"]), ["remove-pages"]);
    assert.deepEqual(await completed(["platen", "compress", "a.pdf", "--qu"]), ["--quality", "--quiet"]);
    assert.deepEqual(await completed(["platen", "compress", "--quality", ""]), ["low", "medium", "high"]);
    assert.deepEqual(await completed(["platen", "html", "--no-"]), ["--no-print-background", "--no-clobber"]);
    assert.deepEqual(await completed(["platen", "merge", "x"]), [""]);
  });

  test("is there for zsh", async () => {
    const { stdout } = await platen(["completion", "zsh"], { cwd: tmpdir() });
    assert.match(stdout.toString(), /^#compdef platen\n/);
    const zsh = spawnSync("zsh", ["-n"], { input: stdout });
    assert.ok(zsh.error !== undefined || zsh.status === 0, zsh.stderr?.toString());
  });
});
