/** A Windows bitmap of 24 bits, whose pixels all differ. */
export const bitmap = (width: number, height: number): Buffer => {
  const row = 4 * Math.ceil((3 * width) / 4);
  const file = Buffer.alloc(54 + row * height);
  file.write("BM", "latin1");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    for (let at = 0; at < 3 * width; at++) file[54 + (height - 1 - y) * row + at] = (y * 3 * width + at) % 256;
  }
  return file;
};
