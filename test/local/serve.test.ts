import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { linesOf, ready } from "../support/program.ts";
import { folder, print, processesWith, start } from "../support/served-folder.ts";
import { until, untilAtWork } from "../support/until.ts";

suite("npm start", { concurrency: 2 }, () => {
  test("prints one line of JSON on stdout, and for people a curl line and the address of a page on stderr", async () => {
    const service = start("lines", { PLATEN_DEMO_CREDITS: "7", PLATEN_ENGINE_START: "ahead" });
    const { url, apiKey } = await ready(service);
    assert.match(service.output.stderr, new RegExp(`curl --fail-with-body ${url}.*${apiKey}`));
    assert.match(service.output.stderr, /7 demo credits/);
    assert.ok(service.output.stderr.includes(`${new URL("/docs/try", url)}#key=${apiKey}`));
    assert.equal((await print(url, apiKey)).headers.get("x-credits-remaining"), "6");
    assert.equal((await stat(join(folder, "lines", "demo-key"))).mode & 0o777, 0o600);
    service.child.kill("SIGTERM");
    assert.equal(await service.ended, 0);
    const told = linesOf(service.output.stdout).map((line) => JSON.parse(line));
    assert.deepEqual(told, [{ ready: true, url, apiKey }]);
    assert.deepEqual(await processesWith(join(folder, "lines")), []);
    // After a restart it has the same key and balance.
    const again = start("lines", { PLATEN_DEMO_CREDITS: "1000" });
    assert.equal((await ready(again)).apiKey, apiKey);
    assert.match(again.output.stderr, /6 demo credits/);
  });

  test("starts an engine with its first document if the operator wants that, and is healthy before", async () => {
    const { url, apiKey } = await ready(start("on-demand", { PLATEN_ENGINE_START: "on-demand" }));
    const health = async () => {
      const reply = await fetch(new URL("/health", url));
      const { engines } = (await reply.json()) as { engines: Record<string, string> };
      return { status: reply.status, engines: Object.entries(engines) };
    };
    const before = await health();
    assert.equal(before.status, 200);
    assert.deepEqual([...new Set(before.engines.map(([, state]) => state))], ["waiting"]);
    assert.equal((await print(url, apiKey)).status, 200);
    const started = async () => (await health()).engines.filter(([, state]) => state === "ok").map(([name]) => name);
    await until(async () => (await started()).some((name) => name.startsWith("chromium/")));
    assert.ok((await health()).engines.some(([name, state]) => name.startsWith("libreoffice") && state === "waiting"));
  });

  test("finishes the running requests on SIGTERM", async () => {
    const service = start("finish", { PLATEN_DEMO_KEY: "demo-key-finish" });
    const { url, apiKey } = await ready(service);
    assert.equal(apiKey, "demo-key-finish");
    const slow = fetch(`${url}/convert/markdown-to-pdf`, {
      method: "POST",
      headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
      body: JSON.stringify({ markdown: "Text $x^2$ `code`.\n\n".repeat(400) }),
    });
    await untilAtWork(url, apiKey);
    // A connection on which a second request has begun: the answer to the first one shows that the service has read it.
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET /none HTTP/1.1\r\nHost: x\r\n\r\nPOST /v1/convert/html-to-pdf HTTP/1.1\r\nHost: x\r\n");
    const answers: unknown[] = await once(socket, "data");
    const isClosed = once(
      socket.on("data", (data) => answers.push(data)),
      "close",
    );
    service.child.kill("SIGTERM");
    while (!service.output.stderr.includes("finishing")) await sleep(10);
    await assert.rejects(print(url, apiKey));
    socket.write("Content-Length: 0\r\n\r\n");
    await isClosed;
    const [, answer] = answers.join("").split(/(?=HTTP\/1\.1 503 )/);
    assert.match(String(answer), /^HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*SERVICE_UNAVAILABLE/i);
    assert.match(String(answer), /connection: close/i);
    assert.equal((await slow).status, 200);
    assert.equal(await service.ended, 0);
    assert.deepEqual(await processesWith(join(folder, "finish")), []);
  });

  const refuses = async (data: string, settings: Record<string, string>, line: RegExp) => {
    const service = start(data, settings);
    assert.equal(await service.ended, 1);
    assert.deepEqual(linesOf(service.output.stdout), []);
    const told = linesOf(service.output.stderr);
    assert.match(told.join("\n"), line);
    assert.equal(told.length, 1);
  };

  test("a folder without the engine that it should have is reported in one line", async () => {
    for (const setting of ["PLATEN_CHROMIUM", "PLATEN_LIBREOFFICE"])
      await refuses(
        "engine",
        { [setting]: folder },
        new RegExp(`${setting} names a folder without the engine: ${folder}`),
      );
  });

  test("a port in use is reported in one line", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };
    try {
      await refuses("port", { PORT: String(port) }, new RegExp(`port ${port} is in use`));
    } finally {
      taken.close();
    }
  });

  test("an incomplete key in the folder is reported in one line", async () => {
    for (const [data, key] of [
      ["empty-key", ""],
      ["half-key", "pk_8nY"],
    ] as const) {
      await mkdir(join(folder, data));
      await writeFile(join(folder, data, "demo-key"), key);
      await refuses(data, {}, /demo-key does not hold a valid key: remove the file/);
    }
  });

  test("a read-only folder is reported in one line", async () => {
    await writeFile(join(folder, "file"), "");
    await refuses("file/below", {}, /PLATEN_DATA/);
    if (process.getuid!() === 0) return; // root may write everywhere
    await mkdir(join(folder, "locked"));
    await chmod(join(folder, "locked"), 0o500);
    await refuses("locked", {}, /PLATEN_DATA/);
  });

  test("a folder in use is reported in one line", async () => {
    await ready(start("shared"));
    await refuses("shared", {}, /in use by process/);
    // If two start at once, one of them gets it.
    const both = await Promise.allSettled([ready(start("at-once")), ready(start("at-once"))]);
    const [refused] = both.filter((end) => end.status === "rejected");
    assert.match(String(refused?.reason), /in use by process/);
    const [served] = both.filter((end) => end.status === "fulfilled");
    assert.equal((await print(served!.value.url, served!.value.apiKey)).status, 200);
  });

  test("a wrong setting is reported in one line", async () => {
    await refuses("setting", { PLATEN_DEADLINE_MS: "soon" }, /PLATEN_DEADLINE_MS must be a whole number/);
    await refuses("setting", { PLATEN_DEADLINE_MS: "2147483648" }, /PLATEN_DEADLINE_MS must be at most 2147483647/);
    await refuses("setting", { PORT: "65536" }, /PORT must be at most 65535/);
    await refuses("setting", { PLATEN_DEMO_KEY: "short" }, /PLATEN_DEMO_KEY/);
  });
});
