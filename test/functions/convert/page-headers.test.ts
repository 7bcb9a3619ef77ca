import "../../support/allow-loopback.ts";
import "../../support/trust-test-certificate.ts";
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { textOf } from "../../support/pdf-text.ts";
import { failure, post } from "../../support/platen.ts";
import { type Found, startWebServer, type WebServer } from "../../support/web-server.ts";

const PATH = "/convert/html-to-pdf";
const SECRET = "Bearer 0a1b2c";
const headers = { Authorization: SECRET, "x-report": "7" };
const cookies = [
  { name: "session", value: "s1" },
  { name: "area", value: "deep", path: "/deep" },
];

const to = (location: string): Found => ({ status: 302, headers: { location } });
const script = (body: string): Found => ({ body, type: "text/javascript" });

/** The page's own server, and one at another port of its host. */
let own: WebServer;
let other: WebServer;

const pages = (): Readonly<Record<string, Found | undefined>> => ({
  "/page": {
    body: `<!doctype html><p id=p>own page<img src=/picture.svg><img src="${other.origin}/picture.svg"><link rel=stylesheet href=/deep/style.css>
      <iframe src=/frame></iframe><iframe src="${other.origin}/stranger"></iframe><iframe srcdoc="<img src=/in-srcdoc.svg>"></iframe>
      <img src=/out-and-back><img src=/within><script>
        for (const to of ["/fetched", "${other.origin}/fetched"]) fetch(to, { credentials: "include", mode: "no-cors" });
        fetch("/posted", { method: "POST", body: "x", headers: { "X-Own": "1" } });
        new Worker("/worker.js");
        new WebSocket("ws://127.0.0.1:${own.port}/socket");
        new WebSocket("ws://127.0.0.1:${other.port}/socket");
        p.append(" cookie:", document.cookie);
      </script>`,
  },
  "/frame": { body: "<img src=/in-frame.svg>" },
  "/worker.js": script("fetch('/by-worker')"),
  "/out-and-back": to(`${other.origin}/back`),
  "/within": to("/within-2"),
  "/within-2": to("/within-3"),
  "/leaves": to(`${other.origin}/stranger`),
  "/leaves-and-returns": to(`${other.origin}/return`),
  "/leaves-by-script": { body: `<script>location = "${other.origin}/stranger"</script>` },
  "/moved": to("/plain"),
  "/plain": { body: "plain" },
  "/sets": { body: "<img src=/after-set.svg>", headers: { "set-cookie": "session=s2; path=/" } },
});

const strangers = (): Readonly<Record<string, Found | undefined>> => ({
  "/stranger": {
    body: `stranger<img src="${own.origin}/for-stranger.svg"><script>fetch("${own.origin}/read-by-stranger")</script>
      <iframe src="${own.origin}/inner-of-stranger"></iframe>`,
  },
  "/back": to(`${own.origin}/came-back.svg`),
  "/return": to(`${own.origin}/plain`),
});

const bySeen = (server: WebServer): Map<string, Record<string, string | undefined>> =>
  new Map(
    server.asked.map((path, index) => {
      const { authorization, cookie, "x-report": report } = server.heads[index]!;
      return [path, { authorization, cookie, report: report as string | undefined }];
    }),
  );

const NOTHING = { authorization: undefined, cookie: undefined, report: undefined };
const ALL = { authorization: SECRET, cookie: "session=s1", report: "7" };

const print = async (path: string, more: object = { headers, cookies }) => {
  own.asked.length = own.heads.length = other.asked.length = other.heads.length = 0;
  return post(PATH, { url: own.origin + path, ...more });
};
const printed = async (path: string, more?: object) => {
  const reply = await print(path, more);
  assert.equal(reply.status, 200, reply.ok ? "" : await reply.clone().text());
  return { reply, text: await textOf(Buffer.from(await reply.arrayBuffer())) };
};

before(async () => {
  own = await startWebServer((path) => pages()[path] ?? { body: "", type: "image/svg+xml" });
  other = await startWebServer((path) => strangers()[path] ?? { body: "", type: "image/svg+xml" });
});
after(() => {
  own.close();
  other.close();
});

suite("headers and cookies of an address", () => {
  test("go to its origin, and to no other port of its host", async () => {
    const { text } = await printed("/page");
    assert.match(text, /own page/);
    assert.match(text, /cookie:$|cookie:\s/);
    const seen = bySeen(own);
    for (const path of [
      "/page",
      "/picture.svg",
      "/frame",
      "/in-frame.svg",
      "/fetched",
      "/posted",
      "/worker.js",
      "/by-worker",
    ])
      assert.deepEqual(seen.get(path), ALL, path);
    for (const path of ["/out-and-back", "/within", "/within-2", "/within-3"])
      assert.deepEqual(seen.get(path), ALL, path);
    assert.deepEqual(seen.get("/deep/style.css"), { ...ALL, cookie: "area=deep; session=s1" });
    for (const path of ["/came-back.svg", "/for-stranger.svg", "/read-by-stranger", "/inner-of-stranger"])
      assert.deepEqual(seen.get(path), NOTHING, path);
    for (const path of ["/in-srcdoc.svg", "/socket"]) assert.deepEqual(seen.get(path), NOTHING, path);
    const strange = bySeen(other);
    for (const path of ["/picture.svg", "/stranger", "/fetched", "/back", "/socket"])
      assert.deepEqual(strange.get(path), NOTHING, path);
  });

  test("go through TLS, and not to the same page without it", async () => {
    const page = { body: `secure<img src=/a.svg><img src="${other.origin}/picture.svg"><script src=/b.js></script>` };
    const paths: Readonly<Record<string, Found>> = { "/page": page, "/down": to(`${own.origin}/plain`) };
    const server = await startWebServer((path) => paths[path] ?? { body: "", type: "image/svg+xml" }, "https");
    const ask = (path: string) => post(PATH, { url: server.origin + path, headers, cookies });
    try {
      assert.match(await textOf(Buffer.from(await (await ask("/page")).arrayBuffer())), /secure/);
      assert.deepEqual([...bySeen(server).values()], [ALL, ALL, ALL]);
      own.asked.length = own.heads.length = 0;
      assert.equal((await ask("/down")).headers.get("x-warnings"), "1");
      assert.deepEqual(bySeen(own).get("/plain"), NOTHING);
    } finally {
      server.close();
    }
  });

  test("stay with redirects within the origin", async () => {
    assert.match((await printed("/moved")).text, /plain/);
    assert.deepEqual(
      bySeen(own),
      new Map([
        ["/moved", ALL],
        ["/plain", ALL],
      ]),
    );
  });

  for (const [how, path] of [
    ["a redirect", "/leaves"],
    ["a script", "/leaves-by-script"],
  ] as const) {
    test(`are lost for good when ${how} leads to another port, and a warning tells`, async () => {
      const { reply, text } = await printed(path);
      assert.match(text, /stranger/);
      assert.deepEqual(bySeen(own).get(path), ALL);
      for (const asked of ["/for-stranger.svg", "/read-by-stranger", "/inner-of-stranger"])
        assert.deepEqual(bySeen(own).get(asked), NOTHING, asked);
      assert.deepEqual(bySeen(other).get("/stranger"), NOTHING);
      assert.equal(reply.headers.get("x-warnings"), "1");
    });
  }

  test("are lost when redirects lead away and back", async () => {
    assert.match((await printed("/leaves-and-returns")).text, /plain/);
    assert.deepEqual(bySeen(own).get("/plain"), NOTHING);
    const reply = await post(
      PATH,
      { url: `${own.origin}/leaves-and-returns`, headers },
      { Accept: "application/json" },
    );
    const { warnings } = (await reply.json()) as { warnings: object[] };
    assert.deepEqual(warnings, [
      {
        code: "headers-left-out",
        message: "The address leads to another origin, to which headers and cookies are not sent.",
        place: other.origin,
      },
    ]);
  });

  test("give way to a cookie that the server sets, and replace headers of the browser", async () => {
    await printed("/sets", { cookies, headers: { "accept-language": "de" } });
    const seen = bySeen(own);
    assert.equal(seen.get("/sets")?.["cookie"], "session=s1");
    assert.equal(seen.get("/after-set.svg")?.["cookie"], "session=s2");
    assert.deepEqual(
      own.heads.map((head) => head["accept-language"]),
      ["de", "de"],
    );
  });

  test("change nothing if they are empty", async () => {
    await printed("/plain", { headers: {}, cookies: [] });
    assert.deepEqual(bySeen(own).get("/plain"), NOTHING);
  });

  test("stand in no answer", async () => {
    const { message } = await failure(print("/none?x", { headers, options: { format: "no" } }));
    assert.doesNotMatch(message, /0a1b2c/);
  });
});
