/** A picture as its file describes it: its size in pixels, and of its data. */
export interface PictureIdentity {
  width: number;
  height: number;
  bytes: number;
}

const keyOf = ({ width, height, bytes }: PictureIdentity): string => `${width} ${height} ${bytes}`;

/** Pictures that pages show, by their data in the file; `behind` are those among them that others may make differ. */
export class ShownPictures {
  readonly #keys: ReadonlySet<string>;
  readonly #behind: ReadonlySet<string>;

  constructor(pictures: readonly PictureIdentity[], behind: readonly PictureIdentity[] = []) {
    this.#keys = new Set(pictures.map(keyOf));
    this.#behind = new Set(behind.map(keyOf));
  }

  has(picture: PictureIdentity): boolean {
    return this.#keys.has(keyOf(picture));
  }

  /** Whether it is one of them, and nothing before it is known to differ. */
  hasInFront(picture: PictureIdentity): boolean {
    return this.has(picture) && !this.#behind.has(keyOf(picture));
  }
}
