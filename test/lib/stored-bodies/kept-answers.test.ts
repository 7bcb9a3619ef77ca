import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { s3 } from "../../support/s3-settings.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

// Behind the settings, which are read when the service is imported.
const { accountsIn, openAccounts } = await import("../../../lib/accounts/accounts.ts");
const { setBodyStore } = await import("../../../lib/stored-bodies/body-store.ts");
const { FolderBodies } = await import("../../../lib/stored-bodies/folder.ts");
const { storeAnswer, openAnswer, dropAnswer } = await import("../../../lib/stored-bodies/kept-answers.ts");
const { BODY_LIFETIME_MS } = await import("../../../lib/stored-bodies/reference.ts");
const { S3Bodies } = await import("../../../lib/stored-bodies/s3.ts");
const { table } = await import("../../support/table.ts");

const root = temporaryFolder("answers");
openAccounts(accountsIn(table));

const folder = new FolderBodies(root);
const never = new AbortController().signal;
const FIRST_EXPIRY_MS = Date.now();

let accountCount = 0;

/** The requests of a new account: one for each number, a second apart. */
const newAccount = () => {
  const account = `account-${accountCount++}`;
  return (count: number) => ({
    account,
    keyHash: "key",
    requestId: `r${count}`,
    expires: FIRST_EXPIRY_MS + count * 1000,
  });
};

type Request = ReturnType<ReturnType<typeof newAccount>>;

const HEAD = {
  headers: { ETag: '"x"' },
  facts: { pages: 2, warnings: [{ code: "tags-left-out", message: "x" }] as const },
};
const answerOf = (bytes: Buffer) => ({ ...HEAD, size: bytes.length, bytes: () => [bytes] });

const kept = async (request: Request) => {
  const answer = await openAnswer(request);
  if (answer === undefined) return undefined;
  const bytes = Buffer.concat(await answer.stream.toArray());
  await answer.close();
  const { headers, facts, size } = answer;
  return { headers, facts, size, bytes };
};

for (const [name, store] of [
  ["a folder", folder],
  ["S3", new S3Bodies("uploads-bucket")],
] as const) {
  suite(`an answer that is kept in ${name}`, { concurrency: false }, () => {
    const request = newAccount();
    const use = () => setBodyStore(store);

    test("comes back as it was, with its headers, however large it is", async () => {
      use();
      for (const size of [0, 1, 3_000_000]) {
        const bytes = Buffer.alloc(size, "\n{");
        await storeAnswer(request(size), answerOf(bytes), never);
        assert.deepEqual(await kept(request(size)), { ...HEAD, size, bytes });
      }
    });

    test("is found only by the request that it belongs to", async () => {
      use();
      const own = request(20);
      await storeAnswer(own, answerOf(Buffer.from("mine")), never);
      for (const other of [{ account: "other" }, { keyHash: "other" }, { requestId: "r21" }, { expires: 0 }])
        assert.equal(await openAnswer({ ...own, ...other }), undefined);
    });

    test("goes when it is dropped", async () => {
      use();
      await storeAnswer(request(30), answerOf(Buffer.from("mine")), never);
      await dropAnswer(request(30));
      assert.equal(await openAnswer(request(30)), undefined);
    });

    test("goes for newer ones if the account keeps too much, and another account's stay", async () => {
      use();
      const [many, another] = [newAccount(), newAccount()];
      await storeAnswer(another(0), answerOf(Buffer.alloc(5000)), never, 16_000);
      for (let count = 0; count < 10; count++)
        await storeAnswer(many(count), answerOf(Buffer.alloc(3000)), never, 16_000);
      const left: number[] = [];
      for (let count = 0; count < 10; count++) if (await kept(many(count))) left.push(count);
      assert.ok(left.length >= 4 && left.length <= 5, left.join());
      assert.equal(left.at(-1), 9);
      assert.equal(left.at(0), 10 - left.length);
      assert.equal((await kept(another(0)))?.size, 5000);
    });

    test("is not taken if it alone is too large, nor after its time", async () => {
      use();
      await assert.rejects(storeAnswer(request(40), answerOf(Buffer.alloc(3000)), never, 2000), RangeError);
      const late = AbortSignal.abort(new Error("late"));
      await assert.rejects(storeAnswer(request(41), answerOf(Buffer.alloc(3000)), late), /late/);
      for (const count of [40, 41]) assert.equal(await openAnswer(request(count)), undefined);
    });
  });
}

test("an answer is stored by S3 at the second attempt, and not at all if S3 stays down", async () => {
  setBodyStore(new S3Bodies("uploads-bucket"));
  const request = newAccount();
  s3.trouble.times = 1;
  await storeAnswer(request(0), answerOf(Buffer.from("mine")), never);
  assert.equal((await kept(request(0)))?.bytes.toString(), "mine");
  s3.trouble.times = 3;
  await assert.rejects(storeAnswer(request(1), answerOf(Buffer.from("mine")), never), /500/);
  assert.equal(s3.trouble.times, 0);
});

test("answers in a folder go a day after their requests", async () => {
  setBodyStore(folder);
  const request = newAccount();
  await storeAnswer(request(0), answerOf(Buffer.from("mine")), never);
  await folder.sweep(FIRST_EXPIRY_MS + BODY_LIFETIME_MS - 1000);
  assert.ok(await kept(request(0)));
  await folder.sweep(FIRST_EXPIRY_MS + BODY_LIFETIME_MS + 1000);
  assert.equal(await openAnswer(request(0)), undefined);
});
