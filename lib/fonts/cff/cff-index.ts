/**
 * Reads the objects of an INDEX (Adobe Technical Note 5176, section 5). `end` is the offset after it. Throws RangeError
 * if it is damaged.
 */
export const readCffIndex = (data: Buffer, at: number): { items: Buffer[]; end: number } => {
  const count = data.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const width = data.readUInt8(at + 2);
  const base = at + 3 + (count + 1) * width - 1;
  const offset = (number: number) => base + data.readUIntBE(at + 3 + number * width, width);
  const items: Buffer[] = [];
  for (let number = 0; number < count; number++) {
    const [from, to] = [offset(number), offset(number + 1)];
    if (from > to || to > data.length) throw new RangeError("An INDEX leads out of its font.");
    items.push(data.subarray(from, to));
  }
  return { items, end: offset(count) };
};
