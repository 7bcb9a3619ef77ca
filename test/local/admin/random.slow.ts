import assert from "node:assert/strict";
import { test } from "node:test";
import { ADMIN_OPERATIONS } from "../../../lib/admin/operations.ts";
import { startAdminTrial } from "../../support/admin.ts";
import { mutate, randomFrom } from "../../support/mutation.ts";

const REQUESTS = 600;
const INITIAL_CREDITS = 1000;

const { admin, tool, service } = await startAdminTrial({ PLATEN_LOG: "off" });

const FIELDS = [
  "credits",
  "label",
  "expires",
  "name",
  "state",
  "action",
  "plan",
  "reference",
  "__proto__",
  "account",
  "",
];
const VALUES: readonly unknown[] = [
  ...[0, 1, 5, 20, 999_999_999_999, 1e12, -1, 0.5, 1e308, true, false, null, [], [1], {}, { name: "x" }],
  ...["", "x", "5", "Jürgen 😀", "a\nb", "\u0000", "\ud800", "x".repeat(201), "x".repeat(5000)],
  ...["active", "suspended", "credit", "debit", "90d", "0d", "99999d", "2027-01-31", "2027-02-31T25:00", "1970-01-01"],
  ...["9999-12-31T23:59:59Z", "9999-12-31T23:59:59-23:59"],
];
const IDS = [
  "demo",
  "nobody",
  "",
  "%2e%2e",
  "%00",
  "a%2Fb",
  "ACC%23demo",
  "%F0%9F%98%80",
  "x".repeat(500),
  "'",
  "{account}",
];

test("random requests get answers of the document, none of them 500, and credits add up", async (context) => {
  const seed = 20_261_123;
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const balances = new Map<string, number>();
  for (let index = 0; index < 5; index++) {
    const { body } = await admin("POST", "/accounts", { body: { credits: INITIAL_CREDITS } });
    balances.set(body.account, INITIAL_CREDITS);
  }
  const randomBody = (example: object | undefined): string => {
    const valid = JSON.stringify(example ?? {});
    if (random() < 0.2) return mutate(Buffer.from(valid), random, ["null", "{", '"', "[", "1e9"]).toString();
    if (random() < 0.3) return valid;
    const entries = Array.from({ length: Math.floor(random() * 4) }, () => [pick(FIELDS), pick(VALUES)]);
    return JSON.stringify({ ...(random() < 0.6 && example), ...Object.fromEntries(entries) });
  };
  /** The references with which credits have been moved. */
  const references = new Set<string>();
  const tally = new Map<number, number>();
  for (let count = 0; count < REQUESTS; count++) {
    const { method, path, input } = pick(ADMIN_OPERATIONS);
    const account = random() < 0.7 ? pick([...balances.keys()]) : pick(IDS);
    const target = path.replace("{account}", account).replace("{keyId}", pick(IDS));
    const query =
      random() < 0.1 ? `?${pick(["limit", "cursor", "x"])}=${pick(["1", "0", "-1", "WyJhIiwiYiJd", "e30"])}` : "";
    const body = method === "GET" ? undefined : randomBody(input.example);
    const answer = await admin(method, target + query, body === undefined || body === "" ? {} : { body });
    tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1);
    assert.ok(answer.status < 500, `seed ${seed}, request ${count}: ${method} ${target} ${body} gave ${answer.status}`);
    if (answer.status === 201 && path === "/accounts") balances.set(answer.body.account, answer.body.credits);
    if (answer.status !== 200 || !path.endsWith("/credits")) continue;
    const { action, credits, reference } = JSON.parse(body!);
    const movement = JSON.stringify([account, reference]);
    const isRepeated = reference !== undefined && references.has(movement);
    references.add(movement);
    if (!balances.has(account)) balances.set(account, Number((await tool("show", account))[0]!["credits"]));
    else if (!isRepeated) balances.set(account, balances.get(account)! + (action === "credit" ? credits : -credits));
    assert.equal(answer.body.credits, balances.get(account));
  }
  context.diagnostic(JSON.stringify([...tally]));
  for (const status of [200, 201, 400, 404]) assert.ok((tally.get(status) ?? 0) > 20, `${status}`);
  for (const row of await tool("list")) {
    const expected = balances.get(String(row["account"]));
    if (expected !== undefined) assert.equal(row["credits"], expected);
  }
  assert.doesNotMatch(service.output.stderr, /"failure"/);
});
