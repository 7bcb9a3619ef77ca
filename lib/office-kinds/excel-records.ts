/** The head of a record: its number and its size, two bytes each (MS-XLS, 2.1.4). */
export const HEAD_BYTES = 4;

/** The stream of an old workbook (.xls), as records. They are read and written at their places. */
export class Records {
  readonly content: Buffer;

  constructor(content: Buffer) {
    this.content = content;
  }

  idAt(at: number): number | undefined {
    return at + HEAD_BYTES <= this.content.length ? this.content.readUInt16LE(at) : undefined;
  }

  endOf(at: number): number {
    return at + HEAD_BYTES + this.content.readUInt16LE(at + 2);
  }

  /** The content of a whole record, which can be written to. */
  contentAt(at: number): Buffer {
    return this.content.subarray(at + HEAD_BYTES, this.endOf(at));
  }

  /** The places of the whole records of some kinds. */
  *of(...wanted: readonly number[]): Generator<number> {
    for (let at = 0, id = this.idAt(0); id !== undefined; id = this.idAt(at)) {
      const end = this.endOf(at);
      if (wanted.includes(id) && end <= this.content.length) yield at;
      at = end;
    }
  }

  write(at: number, id: number, size = this.content.readUInt16LE(at + 2)): void {
    this.content.writeUInt16LE(id, at);
    this.content.writeUInt16LE(size, at + 2);
  }
}
