import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { binaryKind } from "../../../lib/office-kinds/binary.ts";
import { CompoundFile } from "../../../lib/office-kinds/compound-file.ts";
import { compoundFile, type StorageTree } from "../../support/office/compound-file.ts";

const kindOf = (tree: StorageTree) => binaryKind(new CompoundFile(compoundFile(tree)));

const POWERPOINT_95 = {
  "Current User": Buffer.from("\u000b\0\0\0Daniel Noll"),
  "PersistentStorage Directory": Buffer.alloc(62),
  "PowerPoint Document": Buffer.from("0300000000ffff00", "hex"),
};

suite("an old presentation", () => {
  test("of PowerPoint 95 is refused by its name", () => {
    assert.throws(() => kindOf(POWERPOINT_95), /^ServiceError: is a PowerPoint 95 presentation$/);
  });

  test("of PowerPoint 95 that holds one for later versions too is accepted", () => {
    const later = { "PowerPoint Document": Buffer.alloc(8) };
    assert.equal(kindOf({ ...POWERPOINT_95, PP97_DUALSTORAGE: later }).kind.format, "ppt");
  });

  test("of later versions is accepted", () => {
    assert.equal(kindOf({ "PowerPoint Document": Buffer.alloc(8) }).kind.format, "ppt");
  });

  test("is known to be encrypted by its last edit too", () => {
    const opened = (editLength: number) => {
      const content = Buffer.alloc(8 + 8 + editLength);
      content.writeUInt16LE(0x0ff5, 10);
      content.writeUInt32LE(editLength, 12);
      const user = Buffer.alloc(32);
      user.writeUInt32LE(0xe391c05f, 12);
      user.writeUInt32LE(8, 16);
      return kindOf({ "PowerPoint Document": content, "Current User": user });
    };
    assert.equal(opened(28).isEncrypted, false);
    assert.equal(opened(32).isEncrypted, true);
  });
});
