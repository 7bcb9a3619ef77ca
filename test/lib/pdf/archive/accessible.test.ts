import assert from "node:assert/strict";
import { test } from "node:test";
import { dictAt, get } from "../../../../lib/pdf/access.ts";
import { tagsFault } from "../../../../lib/pdf/archive/accessible.ts";
import { type Dict, makeDict, Name, Ref } from "../../../../lib/pdf/objects.ts";

/** A catalog whose structure tree has one element of this type. */
const catalogWith = (type: string, roles?: Dict): Dict => {
  const root = makeDict({ Type: new Name("StructTreeRoot") });
  if (roles !== undefined) root.set("RoleMap", roles);
  root.set("K", new Ref(makeDict({ S: new Name(type), P: new Ref(root) })));
  return makeDict({ MarkInfo: makeDict({ Marked: true }), StructTreeRoot: new Ref(root) });
};

const rolesOf = (catalog: Dict) => get(dictAt(catalog, "StructTreeRoot"), "RoleMap");

test("a structure type of PDF 2.0 gets the nearest standard one as its role", () => {
  const catalog = catalogWith("Aside", makeDict({ Own: new Name("P") }));
  assert.equal(tagsFault(catalog), undefined);
  assert.deepEqual(rolesOf(catalog), makeDict({ Own: new Name("P"), Aside: new Name("Div") }));
});

test("standard types need no role", () => {
  const catalog = catalogWith("H1");
  assert.equal(tagsFault(catalog), undefined);
  assert.equal(rolesOf(catalog), undefined);
});

test("a type without a standard one, and a document that is not marked as tagged, are faults", () => {
  assert.equal(tagsFault(catalogWith("Own", makeDict({ Own: new Name("P") }))), undefined);
  assert.match(tagsFault(catalogWith("Own")) ?? "", /a type that is not of ISO 32000-1/);
  const unmarked = catalogWith("P");
  unmarked.delete("MarkInfo");
  assert.equal(tagsFault(unmarked), "it has no tags (ISO 19005-2, 6.7.2 and 6.7.3)");
});
