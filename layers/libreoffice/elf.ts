/** `SHT_DYNAMIC`: the type of the section with dynamic linking information. */
const SHT_DYNAMIC = 6;
/** `DT_NEEDED`: the tag of an entry that names a needed library. */
const DT_NEEDED = 1n;

/** A section of an ELF file: its type, the index of a linked section, its bytes. */
interface Section {
  readonly type: number;
  readonly link: number;
  readonly bytes: Buffer;
}

const sectionsOf = (elf: Buffer): Section[] => {
  const [start, size, count] = [Number(elf.readBigUInt64LE(40)), elf.readUInt16LE(58), elf.readUInt16LE(60)];
  return Array.from({ length: count }, (_, index) => {
    const header = elf.subarray(start + index * size, start + (index + 1) * size);
    const [offset, length] = [Number(header.readBigUInt64LE(24)), Number(header.readBigUInt64LE(32))];
    return {
      type: header.readUInt32LE(4),
      link: header.readUInt32LE(40),
      bytes: elf.subarray(offset, offset + length),
    };
  });
};

/** Names of the libraries that a 64-bit little-endian ELF file needs (System V ABI, "Dynamic Linking"). */
export const neededBy = (elf: Buffer): string[] => {
  const sections = sectionsOf(elf);
  return sections
    .filter(({ type }) => type === SHT_DYNAMIC)
    .flatMap(({ bytes, link }) => {
      const strings = sections[link]!.bytes;
      return Array.from({ length: bytes.length / 16 }, (_, index) => index * 16)
        .filter((at) => bytes.readBigUInt64LE(at) === DT_NEEDED)
        .map((at) => {
          const name = Number(bytes.readBigUInt64LE(at + 8));
          return strings.toString("latin1", name, strings.indexOf(0, name));
        });
    });
};
