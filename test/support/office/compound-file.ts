/** A storage of a compound file: streams and storages by their names. */
export interface StorageTree {
  readonly [name: string]: Uint8Array | StorageTree;
}

const [SECTOR_BYTES, ENTRY_BYTES] = [512, 128];
const [NONE, CHAIN_END, TABLE_SECTOR] = [0xffffffff, 0xfffffffe, 0xfffffffd];

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly content: Uint8Array;
  right: number;
  child: number;
}

/** The entries of a directory; siblings are one chain to the right. */
const entriesOf = (tree: StorageTree): Entry[] => {
  const entries: Entry[] = [{ name: "Root Entry", type: 5, content: new Uint8Array(), right: NONE, child: NONE }];
  const add = (parent: Entry, storage: StorageTree): void => {
    let last: Entry | undefined;
    for (const [name, value] of Object.entries(storage)) {
      const isStream = value instanceof Uint8Array;
      const content = isStream ? value : new Uint8Array();
      const entry: Entry = { name, type: isStream ? 2 : 1, content, right: NONE, child: NONE };
      if (last === undefined) parent.child = entries.length;
      else last.right = entries.length;
      last = entry;
      entries.push(entry);
      if (!isStream) add(entry, value);
    }
  };
  add(entries[0]!, tree);
  return entries;
};

const entryBytes = ({ name, type, content, right, child }: Entry, start: number): Buffer => {
  const bytes = Buffer.alloc(ENTRY_BYTES);
  bytes.write(name, "utf16le");
  bytes.writeUInt16LE(name.length * 2 + 2, 64);
  bytes[66] = type;
  for (const [at, value] of [
    [68, NONE],
    [72, right],
    [76, child],
    [116, start],
    [120, content.length],
  ] as const)
    bytes.writeUInt32LE(value, at);
  return bytes;
};

/** A compound file (MS-CFB) without small sectors, up to 7 MB. Streams that are the same object lie in the same sectors. */
export const compoundFile = (tree: StorageTree): Buffer => {
  const entries = entriesOf(tree);
  const table: number[] = [];
  const sectors: Buffer[] = [];
  const starts = new Map<Uint8Array, number>();
  const put = (content: Uint8Array): number => {
    const count = Math.ceil(content.length / SECTOR_BYTES);
    if (count === 0) return CHAIN_END;
    const start = starts.get(content) ?? table.length;
    if (start < table.length) return start;
    starts.set(content, start);
    for (let at = 1; at < count; at++) table.push(start + at);
    table.push(CHAIN_END);
    sectors.push(Buffer.concat([content, Buffer.alloc(count * SECTOR_BYTES - content.length)]));
    return start;
  };
  const directory = Buffer.concat(entries.map((entry) => entryBytes(entry, put(entry.content))));
  const directoryStart = put(directory);
  const perSector = SECTOR_BYTES / 4;
  const tableSectors = Math.ceil((table.length + 1) / (perSector - 1));
  const tableStart = table.length;
  for (let at = 0; at < tableSectors; at++) table.push(TABLE_SECTOR);
  const tableBytes = Buffer.alloc(tableSectors * SECTOR_BYTES, 0xff);
  for (const [at, next] of table.entries()) tableBytes.writeUInt32LE(next, at * 4);
  const header = Buffer.alloc(SECTOR_BYTES, 0xff);
  header.write("d0cf11e0a1b11ae1", "hex");
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  for (const [at, value] of [
    [48, directoryStart],
    [56, 0],
    [60, CHAIN_END],
    [68, CHAIN_END],
  ] as const)
    header.writeUInt32LE(value, at);
  for (let at = 0; at < tableSectors; at++) header.writeUInt32LE(tableStart + at, 76 + at * 4);
  return Buffer.concat([header, ...sectors, tableBytes]);
};
