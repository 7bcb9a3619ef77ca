/** Where the objects of a file under way stand: at an offset, or at a place in an object stream. */
export class Entries {
  /** The offset of each object that stands by itself, by its number, or the number of its object stream. */
  readonly wheres: Float64Array;
  /** The place in an object stream and one more; 0 for an object that stands by itself. */
  readonly places: Uint32Array;

  /** Room for the numbers from 1 to below `size`. */
  constructor(size: number) {
    this.wheres = new Float64Array(size);
    this.places = new Uint32Array(size);
  }

  /** The number behind the last one. */
  get size(): number {
    return this.wheres.length;
  }

  /** Notes the offset of an object that stands by itself. */
  stands(number: number, offset: number): void {
    this.wheres[number] = offset;
  }

  /** Notes the place of an object in an object stream, counted from 0. */
  packed(number: number, container: number, place: number): void {
    this.wheres[number] = container;
    this.places[number] = place + 1;
  }
}
