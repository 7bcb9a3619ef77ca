import assert from "node:assert/strict";
import { test } from "node:test";
import { fileNameIn } from "../../../../lib/jobs/batches/file-name.ts";

test("the file of a job has a name that is safe in every folder, and whole letters", () => {
  for (const [name, expected] of [
    [undefined, "0008-html.pdf"],
    ["letter", "0008-letter.pdf"],
    ["letter.pdf", "0008-letter.pdf"],
    ["../../etc/passwd", "0008-_.._etc_passwd.pdf"],
    ["..", "0008-html.pdf"],
    ["C:\\x|y", "0008-C_x_y.pdf"],
    ["\u202Efdp.exe", "0008-_fdp.exe.pdf"],
    ["\ud800", "0008-_.pdf"],
    ["日本語 ä", "0008-日本語_ä.pdf"],
    [`x${"𝒜".repeat(49)}`, `0008-x${"𝒜".repeat(49)}.pdf`],
    [`x${"𝒜".repeat(40)}${"y".repeat(19)}`, `0008-x${"𝒜".repeat(40)}${"y".repeat(19)}.pdf`],
    ["y".repeat(100), `0008-${"y".repeat(80)}.pdf`],
  ] as const)
    assert.equal(fileNameIn({ id: "", index: 7, name }, "html.pdf"), expected);
});
