import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mock, suite, test } from "node:test";
import { promisify } from "node:util";
import {
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { simulate } from "../../support/simulator/simulate.ts";

/** Seeds of worlds in which nothing may go wrong, and in which a fault must be found. */
const SEEDS = Number(process.env["SEEDS"] ?? 250);
const FIRST_SEED = Number(process.env["FIRST_SEED"] ?? 1);
const SEEDS_TO_FIND = 1000;
/** In the first one a batch had the id of one of its jobs. */
const FAILED_SEEDS = [535_636];

/** Changes the updates of the service. */
const updates =
  (change: (input: UpdateItemCommandInput) => Partial<UpdateItemCommandInput> | undefined) =>
  (command: object): object => {
    const changed = command instanceof UpdateItemCommand ? change(command.input) : undefined;
    return changed === undefined
      ? command
      : new UpdateItemCommand({ ...(command as UpdateItemCommand).input, ...changed });
  };

/** Changes the writes of the transactions of the service; undefined leaves one out. */
const writes =
  (change: (write: TransactWriteItem) => TransactWriteItem | undefined) =>
  (command: object): object => {
    if (!(command instanceof TransactWriteItemsCommand)) return command;
    const TransactItems = command.input.TransactItems?.flatMap((write) => change(write) ?? []);
    return new TransactWriteItemsCommand({ ...command.input, TransactItems });
  };

/** Changes the condition of those updates in transactions whose expression begins with a text. */
const conditionOf = (beginning: string, condition: string) =>
  writes(({ Update, ...others }) =>
    Update?.UpdateExpression?.startsWith(beginning)
      ? { Update: { ...Update, ConditionExpression: condition } }
      : { ...others, ...(Update && { Update }) },
  );

const isHeld = "attribute_exists(h.#r) AND attribute_not_exists(h.#r.x)";

/** What the service has done wrong before, or would do without one of its conditions. */
const FAULTS: Readonly<Record<string, (command: object) => object>> = {
  "reserves again if its write arrives twice": updates(({ ConditionExpression: condition }) =>
    condition?.endsWith(" AND attribute_not_exists(h.#r)")
      ? { ConditionExpression: condition.replace(" AND attribute_not_exists(h.#r)", "") }
      : undefined,
  ),
  "spends a reservation that was returned": updates(({ UpdateExpression: update, ConditionExpression: condition }) =>
    update?.startsWith("SET used = used + :c") && condition === isHeld
      ? { ConditionExpression: "attribute_exists(pk)" }
      : undefined,
  ),
  "returns a lapsed reservation to everyone who finds it": updates(({ ConditionExpression: condition }) =>
    condition === `${isHeld} AND h.#r.e = :e` ? { ConditionExpression: "attribute_exists(h.#r)" } : undefined,
  ),
  "forgets a reservation whose write may still arrive": updates(({ UpdateExpression: update }) =>
    update?.includes(", h.#r = :spent")
      ? {
          UpdateExpression: update.replace(
            /, h\.#r = :spent( REMOVE)?/,
            (_, remove) => ` REMOVE h.#r${remove ? "," : ""}`,
          ),
        }
      : undefined,
  ),
  "lets two requests with one key work": updates(({ ConditionExpression: condition }) =>
    condition?.includes("s = :running AND r = :r") && condition.startsWith("attribute_not_exists(pk)")
      ? { ConditionExpression: "attribute_not_exists(pk) OR attribute_exists(pk)" }
      : undefined,
  ),
  "ends a job twice": (command) => {
    if (!(command instanceof TransactWriteItemsCommand)) return command;
    const { TransactItems = [] } = command.input;
    const isEnd = TransactItems.some(({ Update }) => Update?.UpdateExpression?.startsWith("SET e = :e, o = :o"));
    if (!isEnd) return command;
    const items = TransactItems.map(({ Update, Delete }) =>
      Update
        ? { Update: { ...Update, ConditionExpression: "attribute_exists(pk)" } }
        : { Delete: { TableName: Delete!.TableName, Key: Delete!.Key } },
    );
    return new TransactWriteItemsCommand({ TransactItems: items });
  },
  "ends without a delivery of the callback": writes((write) =>
    write.Put?.Item?.["sk"]?.S?.startsWith("C#") || write.Put?.Item?.["pk"]?.S === "CALLBACKS" ? undefined : write,
  ),
  "lets two senders have a delivery": updates(({ Key, ConditionExpression: condition }) =>
    Key?.["pk"]?.S === "CALLBACKS" && condition === "u = :until"
      ? { ConditionExpression: "attribute_exists(pk)" }
      : undefined,
  ),
  "counts the ends of a batch without its condition": conditionOf("SET bo = bo - :jobs", "attribute_exists(pk)"),
  "submits the jobs of a batch again": conditionOf("SET bi = :next", "attribute_exists(pk)"),
  "submits jobs of a cancelled batch": conditionOf("SET bi = :next", "bi = :submitted"),
  "submits a part of a batch without its jobs": writes((write) =>
    write.Put?.ConditionExpression === undefined && write.Put?.Item?.["sk"]?.S?.startsWith("J#") ? undefined : write,
  ),
  "keeps the credits of cancelled jobs": writes((write) =>
    write.Update?.UpdateExpression?.startsWith("SET bal = bal + :c, jn = jn - :jobs") ? undefined : write,
  ),
};

/** The rare faults, each with a seed whose world has shown it: the search begins there. */
const FOUND_BY: Readonly<Record<string, number>> = {
  "forgets a reservation whose write may still arrive": 74,
  "lets two senders have a delivery": 52,
  "counts the ends of a batch without its condition": 389,
  "submits the jobs of a batch again": 714,
  "submits jobs of a cancelled batch": 714,
};

// Failures of the network are logged, many thousands of them.
mock.method(process.stderr, "write", () => true);

suite("requests, jobs, batches and callbacks in a simulated world", { concurrency: false }, () => {
  test(`of ${SEEDS} seeds are charged once or not at all, end, and are told of`, async () => {
    const words = ["test/support/simulator/seeds.ts", String(FIRST_SEED), String(SEEDS)];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    assert.deepEqual(JSON.parse(stdout), []);
  });

  test("of seeds that have failed are as all others", async () => {
    for (const seed of FAILED_SEEDS) assert.deepEqual(await simulate(seed), [], String(seed));
  });

  test("of one seed write the same to the table each time", async () => {
    const written = async () => {
      const hash = createHash("sha256");
      await simulate(FIRST_SEED, (command) => {
        hash.update(JSON.stringify(command));
        return command;
      });
      return hash.digest("hex");
    };
    assert.equal(await written(), await written());
  });

  for (const [what, fault] of Object.entries(FAULTS))
    test(`find a service that ${what}`, async () => {
      const first = FOUND_BY[what] ?? 1;
      for (let seed = first; seed < first + SEEDS_TO_FIND; seed++) if ((await simulate(seed, fault)).length > 0) return;
      assert.fail(`not found within ${SEEDS_TO_FIND} seeds`);
    });
});
