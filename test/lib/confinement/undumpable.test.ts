import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import manifest from "../../../lib/confinement/undumpable.json" with { type: "json" };
import { form } from "../../support/form.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { noOffice } from "../../support/office/engine.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { descendantsOf, environmentOf } from "../../support/processes.ts";
import { ready, serveAs } from "../../support/program.ts";

const SECRET = "a-secret-of-the-operator";
const NOBODY = 65_534;
/** Root reads every process, so a test that runs as root starts the service, and whoever attacks it, as another user. */
const user = process.getuid?.() === 0 ? NOBODY : process.getuid!();

const folder = mkdtempSync(join(tmpdir(), "platen-undumpable-"));
chownSync(folder, user, user);
const temp = join(folder, "temp");
mkdirSync(temp);
chownSync(temp, user, user);
after(() => rmSync(folder, { recursive: true, force: true }));

/** What a shell of the same user can read of a process. */
const readable = (pid: number): string[] => {
  const script =
    'for name in environ mem maps auxv io stat; do (exec <"/proc/$1/$name") 2>/dev/null && echo $name; done; ls "/proc/$1/fd" >/dev/null 2>&1 && echo fd; true';
  // The other user may not be able to search the folders in PATH.
  const as = { uid: user, gid: user, env: { PATH: "/usr/bin:/bin" } };
  const { stdout } = spawnSync("/bin/sh", ["-c", script, "sh", String(pid)], { encoding: "utf8", ...as });
  return stdout.split("\n").filter(Boolean);
};

test("the addon matches its manifest", () => {
  const addon = new URL("../../../lib/confinement/undumpable.node", import.meta.url);
  assert.equal(createHash("sha256").update(readFileSync(addon)).digest("hex"), manifest.sha256);
});

suite("the service that runs", { skip: process.platform !== "linux" || process.arch !== "x64" }, async () => {
  const settings = {
    PLATEN_DATA: join(folder, "data"),
    PLATEN_TEMP: temp,
    OPERATORS_SECRET: SECRET,
    PLATEN_LOG: "off",
  };
  const service = serveAs(user, settings);
  const { url, apiKey } = await ready(service);
  const pid = service.child.pid!;
  const post = async (path: string, type: string | undefined, body: BodyInit): Promise<string> => {
    const headers = { "X-API-Key": apiKey, ...(type === undefined ? {} : { "Content-Type": type }) };
    const response = await fetch(url + path, { method: "POST", headers, body });
    const bytes = Buffer.from(await response.arrayBuffer());
    return response.status === 200 ? bytes.toString("latin1", 0, 5) : bytes.toString();
  };

  test("keeps its memory, environment and open files from other processes of its user", () => {
    const other = spawn("/bin/sleep", ["60"], { uid: user, gid: user });
    after(() => other.kill("SIGKILL"));
    assert.deepEqual(readable(other.pid!), ["environ", "mem", "maps", "auxv", "io", "stat", "fd"]);
    assert.deepEqual(readable(pid), ["stat"]);
  });

  test("gives none of its processes its environment", () => {
    const processes = descendantsOf(pid);
    assert.ok(processes.length >= 5, `${processes.length} processes`);
    const having = processes.filter((each) => environmentOf(each).includes(SECRET));
    assert.deepEqual(having, []);
  });

  test("still starts and watches its engines, and reads no document with native code itself", {
    skip: noOffice || user !== NOBODY,
  }, async () => {
    const json = "application/json";
    assert.equal(await post("/convert/html-to-pdf", json, '{"html":"<p>one"}'), "%PDF-");
    assert.equal(await post("/convert/markdown-to-pdf", json, '{"markdown":"# two"}'), "%PDF-");
    assert.equal(await post("/convert/word-to-pdf", undefined, form({ file: docx(paragraph("three")) })), "%PDF-");
    const compressed = await post("/pdf/compress", undefined, form({ file: textPdf("four") }));
    assert.equal(compressed, "%PDF-");
    // Native code that reads documents is in no process that reads a second one.
    const libraries = new Set(readFileSync(`/proc/${pid}/maps`, "utf8").match(/[^/\n]+\.node$/gm));
    assert.deepEqual([...libraries].sort(), ["undumpable.node", "zygote.node"]);
    const scores = descendantsOf(pid).flatMap((each) => {
      try {
        return [readFileSync(`/proc/${each}/oom_score_adj`, "latin1").trim()];
      } catch {
        return []; // it has ended
      }
    });
    assert.ok(scores.filter((score) => score === "1000").length >= 3, scores.join());
  });
});
