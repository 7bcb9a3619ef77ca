import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { TEST_SERVER_HOST } from "../../support/allow-test-servers.ts";
import { isPdf, nothing, place, told } from "../../support/client/place.ts";
import { startWebServer, type WebServer } from "../../support/web-server.ts";

let server: WebServer;
before(async () => {
  server = await startWebServer(
    (path) => {
      if (path === "/whole") return { body: "<p>page" };
      return path === "/page" ? { body: "<p>page<img src=/none.png>" } : undefined;
    },
    "http",
    TEST_SERVER_HOST,
  );
});
after(() => server.close());

suite("platen html --url", () => {
  test("sends headers and cookies to the page", async () => {
    const { run, read } = await place();
    const flags = `--headers X-Report=7 --headers Authorization=Basic=a --cookies [{"name":"session","value":"s1"}]`;
    assert.deepEqual(told(await run(`html --url ${server.origin}/whole ${flags} -o page.pdf`)), nothing);
    assert.ok(isPdf(await read("page.pdf")));
    const { authorization, cookie, "x-report": report } = server.heads[0]!;
    assert.deepEqual([authorization, cookie, report], ["Basic=a", "session=s1", "7"]);
  });

  test("fails with --fail-on-resource if the page lacks a picture", async () => {
    const { run } = await place();
    const { code, stderr } = await run(`html --url ${server.origin}/page --fail-on-resource -o page.pdf`);
    assert.equal(code, 7);
    assert.match(stderr, /image from 127\.0\.0\.2:\d+ failed: status 404/);
  });
});
