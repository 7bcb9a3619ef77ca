/** A picture as its file describes it: its size in pixels, and of its data. */
export interface PictureIdentity {
  width: number;
  height: number;
  bytes: number;
}

/** Pictures that pages show, by their data in the file. */
export class ShownPictures {
  readonly #identities = new Set<string>();

  constructor(pictures: Iterable<PictureIdentity>) {
    for (const { width, height, bytes } of pictures) {
      this.#identities.add(`${width} ${height} ${bytes}`);
    }
  }

  has({ width, height, bytes }: PictureIdentity): boolean {
    return this.#identities.has(`${width} ${height} ${bytes}`);
  }
}
