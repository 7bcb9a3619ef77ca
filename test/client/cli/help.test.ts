import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { suite, test } from "node:test";
import { commandHelp } from "../../../client/cli/help.ts";
import { COMMANDS } from "../../../client/interface/commands.ts";
import { platen } from "../../support/client/command-line.ts";

suite("help", { concurrency: false }, () => {
  const fitsScreen = (text: string): void => {
    const lines = text.trimEnd().split("\n");
    assert.ok(lines.length <= 24 && lines.length > 3, `${lines.length} lines`);
    assert.deepEqual(
      lines.filter((line) => line.length > 80),
      [],
    );
  };

  test("of each command fits a screen", () => {
    for (const command of COMMANDS) fitsScreen(commandHelp(command));
  });

  for (const line of ["--help", "help", "help flags", "help merge", "merge --help"]) {
    test(`platen ${line} fits a screen`, async () => {
      const { code, stdout } = await platen(line.split(" "), { cwd: tmpdir() });
      assert.equal(code, 0);
      fitsScreen(stdout.toString());
    });
  }

  test("names the flags of a command with many flags without their descriptions", () => {
    const html = COMMANDS.find(({ name }) => name === "html")!;
    assert.ok(html.flags.length > 20);
    const help = commandHelp(html);
    assert.match(help, /--footer-template TEXT/);
    assert.doesNotMatch(help, /CSS/);
  });

  test("says of each flag all that the OpenAPI document says", async () => {
    const { stdout } = await platen(["help", "compress", "--quality"], { cwd: tmpdir() });
    assert.match(
      stdout.toString(),
      /^--quality low\|medium\|high\n {2}How well pictures .*\n {2}One of: low medium high\n {2}Default: medium\./,
    );
  });
});
