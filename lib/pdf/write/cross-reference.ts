/** Where the objects of a file under way stand: at an offset, or at a place in an object stream. */
export class CrossReference {
  /** The offset of each object that stands by itself, by its number, or the number of its object stream. */
  readonly locations: Float64Array;
  /** The place in an object stream and one more; 0 for an object that stands by itself. */
  readonly streamIndexes: Uint32Array;

  /** Room for the numbers from 1 to below `size`. */
  constructor(size: number) {
    this.locations = new Float64Array(size);
    this.streamIndexes = new Uint32Array(size);
  }

  /** The number behind the last one. */
  get size(): number {
    return this.locations.length;
  }

  /** Notes the offset of an object that stands by itself. */
  setOffset(number: number, offset: number): void {
    this.locations[number] = offset;
  }

  /** Notes the place of an object in an object stream, counted from 0. */
  setCompressed(number: number, container: number, place: number): void {
    this.locations[number] = container;
    this.streamIndexes[number] = place + 1;
  }
}
