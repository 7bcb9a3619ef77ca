/** The cross-reference of a file that is being written: each object's offset, or its object stream. */
export class CrossReference {
  /** By object number: the offset of the object, or the number of its object stream. */
  readonly locations: Float64Array;
  /** By object number: the object's index in its object stream plus 1; 0 for an object outside of object streams. */
  readonly streamIndexes: Uint32Array;

  /** Entries for the object numbers from 1 to `size` - 1. */
  constructor(size: number) {
    this.locations = new Float64Array(size);
    this.streamIndexes = new Uint32Array(size);
  }

  /** The highest object number plus 1, as in the trailer's /Size. */
  get size(): number {
    return this.locations.length;
  }

  /** Sets the offset of an object outside of object streams. */
  setOffset(number: number, offset: number): void {
    this.locations[number] = offset;
  }

  /** Sets the object stream of a compressed object, and its index there from 0. */
  setCompressed(number: number, container: number, place: number): void {
    this.locations[number] = container;
    this.streamIndexes[number] = place + 1;
  }
}
