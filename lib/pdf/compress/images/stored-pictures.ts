import { Budget } from "../../budget.ts";
import type { Dict } from "../../objects.ts";
import type { ShownPictures } from "../../proof/shown-pictures.ts";
import { type CompressionLevel, finerLevels } from "../levels.ts";
import type { Candidate, CandidatePicture } from "./candidate.ts";
import { smallestForm } from "./picture.ts";

/** Pictures with more pixels are not decoded, because of their memory. */
export const PICTURE_LIMIT_PIXELS = 45_000_000;
/** Memory limit for decoding one picture; a JPEG is scaled down while it is decoded. */
export const PICTURE_LIMIT_BYTES = 64_000_000;

/** The forms that were chosen for the pictures of a file, by their objects' numbers; undefined for no change. */
export type PictureForms = Map<string, Candidate | undefined>;

/** A picture in another form, what it was, and the levels at which it can be stored again. */
interface StoredPicture {
  readonly picture: CandidatePicture;
  readonly dict: Dict;
  readonly data: Uint8Array;
  readonly levels: CompressionLevel[];
}

/** The smallest form for a picture; undefined if it cannot be decoded. */
const formOf = async (picture: CandidatePicture): Promise<Candidate | undefined> => {
  try {
    return await smallestForm(picture, new Budget(PICTURE_LIMIT_BYTES, PICTURE_LIMIT_PIXELS, Number.POSITIVE_INFINITY));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
};

/**
 * The pictures of a document in new forms. It is one class, because single ones are undone when it is known how they
 * look.
 */
export class StoredPictures {
  readonly #stored: StoredPicture[] = [];
  readonly #forms: PictureForms;

  /** Forms that an earlier attempt has chosen are used again. */
  constructor(forms: PictureForms) {
    this.#forms = forms;
  }

  /** Stores a picture in the smallest form that its level allows. */
  async compress(picture: CandidatePicture): Promise<void> {
    const { image, level } = picture;
    const key = `${picture.number} ${level.split === undefined}`;
    const isKnown = picture.number > 0 && this.#forms.has(key);
    const form = isKnown ? this.#forms.get(key) : await formOf(picture);
    this.#forms.set(key, form);
    if (form === undefined) return;
    const levels = finerLevels(level, form.sharesChroma === true);
    if (form.isLayered === true) levels.unshift({ ...level, split: undefined });
    this.#stored.push({ picture, dict: new Map(image.dict), data: image.data, levels });
    form.apply(picture);
  }

  /**
   * Stores pictures that do not look as they did more faithfully, in the end as they were; those behind others only if that is
   * not the others' fault. Returns false if none of them was stored in another form.
   */
  async improve(shown: ShownPictures): Promise<boolean> {
    const inFront = this.#stored.filter(({ picture }) => shown.hasInFront(picture.shownAs));
    const found = inFront.length > 0 ? inFront : this.#stored.filter(({ picture }) => shown.has(picture.shownAs));
    for (const stored of found) await this.#storeAgain(stored);
    return found.length > 0;
  }

  async #storeAgain(stored: StoredPicture): Promise<void> {
    const { picture, dict, data, levels } = stored;
    picture.image.dict = new Map(dict);
    picture.image.data = data;
    const level = levels.shift();
    const form = level && (await formOf({ ...picture, level }));
    if (form !== undefined) form.apply(picture);
    else this.#stored.splice(this.#stored.indexOf(stored), 1);
  }
}
