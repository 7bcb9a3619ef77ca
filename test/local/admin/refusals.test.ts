import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { suite, test } from "node:test";
import { ADMIN_KEY, type AdminRequest, startAdminTrial } from "../../support/admin.ts";

const { admin, adminUrl, tool, service } = await startAdminTrial({ PLATEN_DEMO_CREDITS: "7" });
const { port } = new URL(adminUrl);

const HTML = { headers: { "Content-Type": "text/html" } };
const LARGE_BODY = JSON.stringify({ name: "x".repeat(16_384) });

/** Wrong uses: what is asked for, and the status, the code and the message of the answer. */
const WRONG: readonly (readonly [string, string, string, AdminRequest, number, RegExp])[] = [
  ["an unknown path", "GET", "/account", {}, 404, /nothing at this path/],
  ["the path of the public interface", "POST", "/../../v1/convert/html-to-pdf", {}, 404, /nothing at this path/],
  ["a path with an empty id", "GET", "/accounts/", {}, 404, /nothing at this path/],
  ["an id that is not UTF-8", "GET", "/accounts/%ff", {}, 404, /nothing at this path/],
  ["an id with a control character", "GET", "/accounts/a%00b", {}, 404, /nothing at this path/],
  ["an id that is too long", "GET", `/accounts/${"x".repeat(129)}`, {}, 404, /nothing at this path/],
  ["a method of another path", "DELETE", "/accounts/demo", {}, 405, /takes GET, PATCH/],
  ["an unknown method", "PUT", "/backup", {}, 405, /takes GET/],
  ["a head", "HEAD", "/accounts/demo", {}, 405, /^$/],
  ["to change the description", "POST", "/openapi.json", {}, 405, /takes GET/],
  ["an unknown account", "GET", "/accounts/nobody", {}, 404, /no account nobody/],
  ["to name an unknown account", "PATCH", "/accounts/nobody", { body: { name: "x" } }, 404, /no account nobody/],
  [
    "credits for an unknown account",
    "POST",
    "/accounts/nobody/credits",
    { body: { action: "credit", credits: 1 } },
    404,
    /no account nobody/,
  ],
  ["the keys of an unknown account", "GET", "/accounts/nobody/keys", {}, 404, /no account nobody/],
  ["a key for an unknown account", "POST", "/accounts/nobody/keys", {}, 404, /no account nobody/],
  ["to revoke an unknown key", "DELETE", "/accounts/demo/keys/none", {}, 404, /no active key none/],
  ["a body that is no JSON", "PATCH", "/accounts/demo", { body: "{name" }, 400, /not valid JSON/],
  ["a list for a body", "PATCH", "/accounts/demo", { body: [] }, 400, /must be an object/],
  ["null for a body", "PATCH", "/accounts/demo", { body: "null" }, 400, /must be an object/],
  ["a form", "POST", "/accounts", { body: "credits=1", ...HTML }, 415, /must be application\/json/],
  ["an unknown field", "POST", "/accounts", { body: { credit: 1 } }, 400, /unknown credit; known fields: credits/],
  ["a field of another path", "PATCH", "/accounts/demo", { body: { credits: 1 } }, 400, /known fields: name, state/],
  ["no change", "PATCH", "/accounts/demo", {}, 400, /nothing to change/],
  ["an unknown state", "PATCH", "/accounts/demo", { body: { state: "off" } }, 400, /state must be one of active, susp/],
  ["a name that is none", "PATCH", "/accounts/demo", { body: { name: null } }, 400, /name must be text/],
  ["a name of two lines", "PATCH", "/accounts/demo", { body: { name: "a\nb" } }, 400, /name is text of one line/],
  ["a long name", "PATCH", "/accounts/demo", { body: { name: "x".repeat(201) } }, 400, /name must have at most 200/],
  ["half a character", "PATCH", "/accounts/demo", { body: '{"name":"\\ud800"}' }, 400, /name is text of one line/],
  ["credits as a text", "POST", "/accounts", { body: { credits: "5" } }, 400, /credits must be a/],
  ["a part of a credit", "POST", "/accounts", { body: { credits: 0.5 } }, 400, /credits must be a whole number/],
  ["negative credits", "POST", "/accounts", { body: { credits: -1 } }, 400, /credits must be 0 to 999999999999/],
  ["too many credits", "POST", "/accounts", { body: { credits: 1e12 } }, 400, /credits must be 0 to 999999999999/],
  ["no action", "POST", "/accounts/demo/credits", { body: { credits: 1 } }, 400, /action must be one of credit, debit/],
  [
    "an empty reference",
    "POST",
    "/accounts/demo/credits",
    { body: { action: "credit", credits: 1, reference: "" } },
    400,
    /reference must not be empty/,
  ],
  [
    "another action",
    "POST",
    "/accounts/demo/credits",
    { body: { action: "set", credits: 1 } },
    400,
    /action must be one of credit, debit/,
  ],
  ["no credits", "POST", "/accounts/demo/credits", { body: { action: "credit" } }, 400, /credits is missing/],
  [
    "credits of zero",
    "POST",
    "/accounts/demo/credits",
    { body: { action: "credit", credits: 0 } },
    400,
    /credits must be 1 to/,
  ],
  [
    "more than there is",
    "POST",
    "/accounts/demo/credits",
    { body: { action: "debit", credits: 8 } },
    400,
    /demo has only 7 credits/,
  ],
  ["an end that is none", "POST", "/accounts/demo/keys", { body: { expires: "soon" } }, 400, /expires must be .* 90d/],
  ["an empty end", "POST", "/accounts/demo/keys", { body: { expires: "" } }, 400, /expires must be .* such as 90d/],
  [
    "an end in the past",
    "POST",
    "/accounts",
    { body: { expires: "2020-01-01" } },
    400,
    /expires must lie in the future/,
  ],
  ["pages of nothing", "GET", "/accounts?limit=0", {}, 400, /limit must be 1 to 1000/],
  ["pages of too many", "GET", "/accounts?limit=1001", {}, 400, /limit must be 1 to 1000/],
  ["a limit twice", "GET", "/accounts?limit=1&limit=2", {}, 400, /there twice/],
  ["a cursor that is none", "GET", "/accounts?cursor=x", {}, 400, /cursor must be the next of an earlier page/],
  ["an unknown parameter", "GET", "/accounts?page=2", {}, 400, /unknown page; known fields: limit, cursor/],
  ["a query where none is taken", "GET", "/backup?all=1", {}, 400, /takes no query/],
  ["a body that is too large", "PATCH", "/accounts/demo", { body: LARGE_BODY }, 413, /larger than 16384 bytes/],
];

const CODES: Readonly<Record<number, string>> = {
  400: "INVALID_REQUEST",
  401: "UNAUTHORIZED",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  413: "FILE_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
};

/** The first bytes of an answer to bytes on a connection of its own, and the milliseconds until they came. */
const answerTo = async (...pieces: readonly string[]): Promise<{ text: string; ms: number }> => {
  const socket = connect(Number(port), "127.0.0.1");
  const startedAt = performance.now();
  for (const piece of pieces) socket.write(piece);
  const [answer] = await once(socket, "data");
  socket.destroy();
  return { text: String(answer), ms: performance.now() - startedAt };
};

const head = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, "Host: x", `Authorization: Bearer ${ADMIN_KEY}`, ...headers, "", ""].join("\r\n");

suite("the admin API refuses", { concurrency: false }, () => {
  for (const [why, method, path, request, status, message] of WRONG) {
    test(why, async () => {
      const { body, ...answer } = await admin(method, path, request);
      const { error } = method === "HEAD" ? { error: { code: CODES[status], message: "" } } : body;
      assert.deepEqual([answer.status, error.code], [status, CODES[status]], error.message);
      assert.match(error.message, message);
      assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
    });
  }

  test("a body that is too large without saying so beforehand", async () => {
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const request = head(
      "PATCH /admin/v1/accounts/demo",
      "Transfer-Encoding: chunked",
      "Content-Type: application/json",
    );
    const { text } = await answerTo(request, chunk, chunk);
    assert.match(text, /^HTTP\/1\.1 413 [\s\S]*FILE_TOO_LARGE/);
  });

  test("a body that does not come, after ten seconds", async () => {
    const request = head("PATCH /admin/v1/accounts/demo", "Content-Length: 15", "Content-Type: application/json");
    const { text, ms } = await answerTo(request, '{"name":');
    assert.match(text, /^HTTP\/1\.1 400 [\s\S]*did not arrive within 10 seconds[\s\S]*body-too-slow/);
    assert.ok(ms >= 9_900, `${ms}`);
  });

  test("an address that is none", async () => {
    for (const target of ["http://[", "//[", "*", "http://[/admin/v1/accounts"])
      assert.match(
        (await answerTo(head(`GET ${target}`))).text,
        /^HTTP\/1\.1 (404|400) [\s\S]*"(NOT_FOUND|INVALID_REQUEST)"/,
      );
  });

  test("bytes that are no request", async () => {
    const { text } = await answerTo("GARBAGE\r\n\r\n");
    assert.match(text, /^HTTP\/1\.1 400 [\s\S]*"INVALID_REQUEST"/);
  });

  const otherKeys: readonly (readonly [string, AdminRequest])[] = [
    ["no key", { key: null }],
    ["a wrong key", { key: ADMIN_KEY.replace("0", "1") }],
    ["the beginning of the key", { key: ADMIN_KEY.slice(0, -1) }],
    ["the key with more behind it", { key: `${ADMIN_KEY}x` }],
    ["another scheme", { key: null, headers: { Authorization: `Basic ${ADMIN_KEY}` } }],
    ["the key without a scheme", { key: null, headers: { Authorization: ADMIN_KEY } }],
    ["the key in the header of the public interface", { key: null, headers: { "X-API-Key": ADMIN_KEY } }],
  ];
  test("other keys, with 401 after a second", async () => {
    const refused = async ([why, request]: readonly [string, AdminRequest]) => {
      const startedAt = performance.now();
      const { status, headers, body } = await admin("GET", "/accounts", request);
      assert.deepEqual([status, body.error.code, body.error.reason], [401, "UNAUTHORIZED", "key-not-valid"], why);
      assert.equal(headers.get("www-authenticate"), "Bearer", why);
      assert.ok(performance.now() - startedAt >= 990, why);
    };
    await Promise.all(otherKeys.map(refused));
  });

  test("the key in the address, without writing it to the log", async () => {
    for (const query of [`?key=${ADMIN_KEY}`, `?access_token=${ADMIN_KEY}`])
      assert.equal((await admin("GET", `/accounts${query}`, { key: null })).status, 401);
    assert.equal((await admin("GET", `/accounts?key=${ADMIN_KEY}`)).status, 400);
    assert.equal((await admin("GET", `/${ADMIN_KEY}`)).status, 404);
    assert.ok(!service.output.stderr.includes(ADMIN_KEY));
  });

  test("an API key of an account, and its own key at the public interface", async () => {
    const [made] = await tool("create", "--credits", "1");
    assert.equal((await admin("GET", "/accounts", { key: String(made!["apiKey"]) })).status, 401);
  });

  test("an unknown path without a key as it refuses a known one", async () => {
    const [known, unknown] = await Promise.all(
      ["/accounts", "/nothing"].map((path) => admin("GET", path, { key: null })),
    );
    assert.deepEqual([known!.status, unknown!.status], [401, 401]);
  });

  test("more than ten wrong keys a second from an address, but never the right one", async () => {
    // Fewer than the connections that the API keeps open.
    const tries = Array.from({ length: 50 }, () => admin("GET", "/accounts", { key: "x".repeat(40) }));
    const refused = tries.map((reply) => reply.then(({ status }) => status === 429));
    await Promise.any(refused.map((reply) => reply.then((isTooMany) => isTooMany || Promise.reject())));
    assert.equal((await admin("GET", "/accounts")).status, 200);
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set([401, 429]));
    assert.ok(statuses.filter((status) => status === 401).length >= 10);
  });

  test("without having changed anything", async () => {
    const [{ name, state, credits }] = (await tool("show", "demo")) as [Record<string, unknown>];
    assert.deepEqual([name, state, credits], [undefined, "active", 7]);
    assert.equal((await tool("keys", "demo")).length, 1);
    assert.equal((await tool("list")).length, 2);
  });
});
