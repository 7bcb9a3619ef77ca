import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { suite, test } from "node:test";
import { commandHelp } from "../../../client/cli/help.ts";
import { COMMANDS } from "../../../client/interface/commands.ts";
import { platen } from "../../support/client/command-line.ts";

suite("help", { concurrency: false }, () => {
  const screens = [
    "--help",
    "help",
    "help flags",
    ...COMMANDS.flatMap(({ name }) => [`help ${name}`, `${name} --help`]),
  ];
  for (const line of screens) {
    test(`platen ${line} fits a screen`, async () => {
      const { code, stdout } = await platen(line.split(" "), { cwd: tmpdir() });
      const lines = stdout.toString().trimEnd().split("\n");
      assert.equal(code, 0);
      assert.ok(lines.length <= 24 && lines.length > 3, `${lines.length} lines`);
      assert.deepEqual(
        lines.filter((text) => text.length > 80),
        [],
      );
    });
  }

  test("fits a screen where a command has many flags", () => {
    const html = COMMANDS.find(({ name }) => name === "html")!;
    const more = Array.from({ length: 20 }, (_, index) => ({ ...html.flags[2]!, flag: `another-flag-${index}` }));
    const lines = commandHelp({ ...html, flags: [...html.flags, ...more] }).split("\n");
    assert.ok(lines.length <= 24 && lines.every((text) => text.length <= 80));
    assert.ok(lines.some((text) => text.includes("--another-flag-19 NAME")));
  });

  test("tells of each flag all that the OpenAPI document says", async () => {
    const { stdout } = await platen(["help", "compress", "--quality"], { cwd: tmpdir() });
    assert.match(
      stdout.toString(),
      /^--quality low\|medium\|high\n {2}How well pictures .*\n {2}One of: low medium high\n {2}Default: medium\./,
    );
  });
});
