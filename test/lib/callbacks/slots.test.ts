import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Slots } from "../../../lib/callbacks/slots.ts";

const at = (account: string, host: string) => ({ account, host });

suite("the attempts that run at once", () => {
  test("are four of an account, and four at a host", () => {
    const slots = new Slots();
    for (let index = 0; index < 4; index++) slots.begin(at("one", `host-${index}`));
    assert.equal(slots.mayBegin("one"), false);
    assert.equal(slots.mayBegin("two", "host-1"), true);
    const shared = new Slots();
    for (let index = 0; index < 4; index++) shared.begin(at(`account-${index}`, "host"));
    assert.deepEqual([shared.mayBegin("other"), shared.mayBegin("other", "host")], [true, false]);
  });

  test("are one of an account or at a host that did not answer, until it answers", () => {
    const slots = new Slots();
    const attempt = at("one", "host");
    slots.begin(attempt);
    slots.end(attempt, true);
    assert.equal(slots.mayBegin("one", "host"), true);
    slots.begin(attempt);
    assert.deepEqual([slots.mayBegin("one"), slots.mayBegin("two", "host")], [false, false]);
    slots.end(attempt, false);
    slots.begin(attempt);
    assert.deepEqual([slots.mayBegin("one"), slots.mayBegin("two", "host")], [true, true]);
  });

  test("are one of an account that does not answer, however many hosts did not answer before", () => {
    const slots = new Slots();
    for (let index = 0; index < 10_001; index++) {
      const attempt = at("many", `host-${index}`);
      slots.begin(attempt);
      slots.end(attempt, true);
    }
    const attempt = at("later", "later.example");
    slots.begin(attempt);
    slots.end(attempt, true);
    slots.begin(attempt);
    assert.deepEqual(
      [slots.mayBegin("later"), slots.mayBegin("two", "later.example"), slots.mayBegin("two")],
      [false, false, true],
    );
  });

  test("are bounded in all", () => {
    const slots = new Slots();
    for (let index = 0; index < 64; index++) {
      assert.equal(slots.hasRoom, true);
      slots.begin(at(`account-${index}`, `host-${index}`));
    }
    assert.equal(slots.hasRoom, false);
  });
});
