// First, for the settings are read when anything else is imported.
import "../../../support/tight-settings.ts";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { htmlToPdf } from "../../../../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { processorTimeOf } from "../../../../lib/turns/processor-time.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { browsersOf, isRunning } from "../../../support/processes.ts";
import { DOCUMENT_MEMORY_MB, temp } from "../../../support/tight-settings.ts";
import { until } from "../../../support/until.ts";

const shared = () => readdirSync("/dev/shm").filter((name) => /chromium/i.test(name));

after(async () => {
  await stopEngines();
  rmSync(temp, { recursive: true });
});

afterEach(async () => {
  const { pdf } = await print({ html: "<p>the next one" });
  assert.match(await textOf(pdf), /the next one/, "the next document is unharmed");
});

for (const [what, script] of [
  ["loops", "for (;;);"],
  ["loops in microtasks", "const again = () => queueMicrotask(again); again()"],
  ["loops in a worker's waiting", "const view = new Int32Array(new ArrayBuffer(4)); while (!view[0]);"],
  ["prints for ever", "addEventListener('beforeprint', () => { for (;;); })"],
]) {
  test(`a document that ${what} ends with the deadline, and so does its browser`, async () => {
    const deadline = new Error("too late");
    const end = new AbortController();
    setTimeout(() => end.abort(deadline), 700);
    const html = `<p>x<script>${script}</script>`;
    const before = new Set(browsersOf());
    await assert.rejects(htmlToPdf.run({ source: { html }, pageSetup: PLAIN_PAGE }, end.signal), deadline);
    const used = [...before].filter((pid) => !browsersOf().includes(pid));
    assert.ok(used.every((pid) => !isRunning(pid)));
  });
}

for (const [what, script] of [
  ["arrays", "const hog = []; for (;;) hog.push(new Array(1e6).fill(Math.random()))"],
  ["buffers", "const hog = []; for (;;) hog.push(new Uint8Array(2e7).fill(7))"],
  ["elements", "for (;;) document.body.append(...Array.from({ length: 1000 }, () => document.createElement('p')))"],
]) {
  test(`a document that allocates ${what} is stopped at ${DOCUMENT_MEMORY_MB} MB`, async () => {
    await assert.rejects(print({ html: `<body><script>${script}</script>` }), {
      code: "PROCESSING_FAILED",
      message: "The document takes more memory than one document may use.",
    });
  });
}

for (const [what, html] of [
  ["opens dialogs", "<script>alert(1); confirm(2); prompt(3)</script>"],
  ["prints itself", "<script>print(); onload = print</script>"],
  ["tries to prevent being left", "<script>onbeforeunload = () => 'stay'; onunload = () => { for (;;); }</script>"],
  ["opens popups", "<script>for (let i = 0; i < 20; i++) open('about:blank')</script>"],
  ["downloads", `<a download=x href="data:text/plain,x">x</a><script>document.links[0].click()</script>`],
  ["overwrites built-in functions", "<script>Promise = Array = setTimeout = undefined; JSON.stringify = null</script>"],
  ["refreshes itself to a private address", `<meta http-equiv=refresh content="0;url=http://10.0.0.5/">`],
]) {
  test(`a document that ${what} is printed`, async () => {
    const { pdf } = await print({ html: `<p>printed${html}` });
    assert.match(await textOf(pdf), /printed/);
  });
}

for (const [what, script, message] of [
  ["closes its page", "close()", "The document closed its page or crashed the browser."],
  ["leaves its page", "location = 'about:blank'", "The document navigates to another page."],
  ["reloads its page", "location.reload()", "The document navigates to another page."],
] as const) {
  test(`a document that ${what} fails with that reason`, async () => {
    await assert.rejects(print({ html: `<p>x<script>${script}</script>` }), { code: "PROCESSING_FAILED", message });
  });
}

/** The processor time after which a browser has started, and works on a document that loops. */
const LOOPING_TIME_MS = 1500;

test("a browser that crashes fails only its document", async () => {
  const crash = assert.rejects(print({ html: "<script>for (;;);</script>" }), {
    code: "PROCESSING_FAILED",
    message: "The document closed its page or crashed the browser.",
  });
  const loops = (pid: number) => (processorTimeOf(`/proc/${pid}/stat`) ?? 0) > LOOPING_TIME_MS;
  await until(() => browsersOf().some(loops));
  const browsers = browsersOf();
  for (const pid of browsers) process.kill(pid, "SIGSEGV");
  await crash;
  while (browsers.some(isRunning)) await sleep(10);
});

test("a document finds no data of another document", async () => {
  const store = "localStorage.secret = document.cookie = 'secret=1'; caches?.open('secret'); indexedDB.open('secret')";
  await print({ html: `<script>try { ${store} } catch {}</script>` });
  const { pdf } = await print({
    html: `<p id=found>nothing<script>
      let kept = document.cookie; try { kept += localStorage.secret ?? "" } catch {}
      if (kept) found.textContent = kept;
    </script>`,
  });
  assert.match(await textOf(pdf), /^nothing/);
});

test("no process and no file is left", async () => {
  assert.ok(browsersOf().length > 0);
  await stopEngines();
  assert.deepEqual(browsersOf(), []);
  assert.deepEqual(readdirSync(temp), []);
  assert.deepEqual(shared(), []);
});

test("no process and no file is left when the service is killed while a document loops", async () => {
  const script = `
    import { print } from ${JSON.stringify(join(import.meta.dirname, "../../../support/print.ts"))};
    print({ html: "<script>for (;;);</script>" }).catch(() => {});`;
  const ours = readdirSync(temp);
  const node = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
  while (browsersOf(node.pid).length < 1) await sleep(20);
  await sleep(300);
  const browsers = browsersOf(node.pid);
  const theirs = () => readdirSync(temp).filter((folder) => !ours.includes(folder));
  assert.ok(browsers.length > 0 && theirs().length > 0);
  node.kill("SIGKILL");
  await once(node, "exit");
  await until(() => browsers.filter(isRunning).length + theirs().length === 0);
});
