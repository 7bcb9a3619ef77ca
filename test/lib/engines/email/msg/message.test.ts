import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Message } from "../../../../../lib/engines/email/message.ts";
import { readMsg } from "../../../../../lib/engines/email/msg/message.ts";
import { compoundFile, type StorageTree } from "../../../../support/office/compound-file.ts";

const TEXT = "__substg1.0_1000001F";
const RTF = "__substg1.0_10090102";
const OBJECT = "__substg1.0_3701000D";
const CONTENT = "__substg1.0_37010102";

const properties = (headBytes: number): StorageTree => ({ "__properties_version1.0": Buffer.alloc(headBytes) });
const attachments = (...storages: StorageTree[]): StorageTree =>
  Object.fromEntries(storages.map((storage, at) => [`__attach_version1.0_#${String(at).padStart(8, "0")}`, storage]));
const text = (words: string): StorageTree => ({ [TEXT]: Buffer.from(words, "utf16le") });
const file = (tree: StorageTree): Buffer => compoundFile({ ...properties(32), ...tree });

/** RTF that is packed (MS-OXRTFCP), in which `size` bytes are claimed and `packed` bytes copy the window again and again. */
const packedRtf = (size: number, packed: number): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(size, 4);
  head.writeUInt32LE(0x75465a4c, 8);
  return Buffer.concat([head, Buffer.from("ff000f000f000f000f000f000f000f000f".repeat(packed / 17), "hex")]);
};

const deepest = (message: Message): Message =>
  message.messages[0] === undefined ? message : deepest(message.messages[0]);

suite("a message of Outlook", () => {
  test("reports objects of Office and messages that are too deep", async () => {
    const object = attachments({ [OBJECT]: { CONTENTS: Buffer.from("drawing") } });
    assert.equal((await readMsg(file({ ...text("Words"), ...object }))).unread, 1);
    let tree: StorageTree = text("Words");
    for (let depth = 0; depth < 12; depth++) tree = attachments({ [OBJECT]: { ...properties(24), ...tree } });
    assert.equal(deepest(await readMsg(file(tree))).unread, 1);
  });

  test("is refused if its attachments are one stream again and again", async () => {
    const content = Buffer.alloc(4_000_000);
    const bytes = file(attachments(...Array.from({ length: 40 }, () => ({ [CONTENT]: content }))));
    assert.ok(bytes.length < 4_200_000);
    await assert.rejects(readMsg(bytes), /its streams overlap/);
  });

  test("is refused if its RTF is much larger unpacked", async () => {
    await assert.rejects(readMsg(file({ [RTF]: packedRtf(0xffffffff, 17 * 300_000) })), {
      reason: "document-too-complex",
    });
  });
});
