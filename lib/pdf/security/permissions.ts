/** What a reader may let its user do, with the bits of each (ISO 32000-2, table 22). */
const PERMISSION_BITS = {
  print: 0x804,
  "print-draft": 0x4,
  edit: 0x8,
  copy: 0x10,
  annotate: 0x20,
  "fill-forms": 0x100,
  assemble: 0x400,
} as const;

export type Permission = keyof typeof PERMISSION_BITS;

export const PERMISSIONS = Object.keys(PERMISSION_BITS) as [Permission, ...Permission[]];

/** The bits that are always set: reserved ones, and the one for programs that read to people who do not see (bit 10). */
const CONSTANT_BITS = 0xfffff0c0 | 0x200;

/** All that table 22 lets a document allow. */
const ALL_BITS = Object.values(PERMISSION_BITS).reduce<number>((all, bits) => all | bits, 0);

/** The entry `P` of an encryption dictionary, a signed number of 32 bits. */
export const permissionBits = (permissions: readonly Permission[]): number =>
  (CONSTANT_BITS & ~ALL_BITS) | permissions.reduce((all, name) => all | PERMISSION_BITS[name], 0) | 0;

/** What an entry `P` allows; `print` stands without `print-draft`, which it includes. */
export const permissionsOf = (bits: number): Permission[] =>
  PERMISSIONS.filter((name) => (bits & PERMISSION_BITS[name]) === PERMISSION_BITS[name]).filter(
    (name, _, all) => name !== "print-draft" || !all.includes("print"),
  );
