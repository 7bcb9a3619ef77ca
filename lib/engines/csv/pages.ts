import { type Content, rounded } from "./content.ts";
import { glyphRoom, type Lettering } from "./lettering.ts";
import type { PdfFile } from "./pdf-file.ts";

const KIDS = 64;
const FOOTER_SIZE = 7;

/** What all pages of a document have alike: points. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly bottom: number;
}

/** An object of the document by the name that pages call it. */
export type Resource = readonly [name: string, id: number];

/** A document's pages, each written when it comes, with its number; how many there are is filled in at the end. */
export class Pages {
  readonly ids: number[] = [];
  readonly #file: PdfFile;
  readonly #sheet: Sheet;
  readonly #lettering: Lettering;
  readonly #tagged: boolean;
  readonly #root: number;
  readonly #resources: number;
  readonly #total: number;
  readonly #nodes: { id: number; kids: number[] }[] = [];

  constructor(file: PdfFile, sheet: Sheet, lettering: Lettering, tagged: boolean) {
    this.#file = file;
    this.#sheet = sheet;
    this.#lettering = lettering;
    this.#tagged = tagged;
    this.#root = file.reserve();
    this.#resources = file.reserve();
    this.#total = file.reserve();
  }

  /** Pages so far. */
  get count(): number {
    return this.ids.length;
  }

  /** Writes a page with this content over this ground, and its number below. */
  add(content: Content, ground: readonly Uint8Array[]): void {
    const [page, stream] = [this.#file.reserve(), this.#file.reserve()];
    let node = this.#nodes.at(-1);
    if (node === undefined || node.kids.length === KIDS) {
      node = { id: this.#file.reserve(), kids: [] };
      this.#nodes.push(node);
    }
    node.kids.push(page);
    const { width, height, left, bottom } = this.#sheet;
    if (this.#tagged) content.write("/Artifact BMC ");
    content.begin();
    content.write("0.4 g ");
    content.move(left, bottom);
    const end = left + this.#text(content, `Page ${this.count + 1} of `);
    content.end();
    content.write(`q 1 0 0 1 ${rounded(end)} ${rounded(bottom)} cm /Total Do Q`);
    if (this.#tagged) content.write(" EMC");
    this.#file.streamLater(stream, "", [...ground, content.bytes]);
    const box = `${rounded(width)} ${rounded(height)}`;
    const structure = this.#tagged ? `/StructParents ${this.count}/Tabs/S` : "";
    this.#file.object(
      page,
      `<</Type/Page/Parent ${node.id} 0 R/MediaBox[0 0 ${box}]/Resources ${this.#resources} 0 R/Contents ${stream} 0 R${structure}>>`,
    );
    this.ids.push(page);
  }

  /** Writes what belongs to all pages: fonts and pictures by their resource names; gives the root of the page tree. */
  finish(content: Content, fonts: readonly Resource[], pictures: readonly Resource[]): number {
    const list = (resources: readonly Resource[]) => resources.map(([name, id]) => `/${name} ${id} 0 R`).join("");
    const named = list(fonts);
    content.clear();
    content.begin();
    content.write("0.4 g ");
    this.#text(content, String(this.count));
    content.end();
    this.#file.stream(
      this.#total,
      `/Type/XObject/Subtype/Form/BBox[0 -3 90 12]/Resources<</Font<<${named}>>>>`,
      content.bytes,
    );
    this.#file.object(this.#resources, `<</Font<<${named}>>/XObject<</Total ${this.#total} 0 R${list(pictures)}>>>>`);
    for (const { id, kids } of this.#nodes) {
      const leaves = kids.map((kid) => `${kid} 0 R`).join(" ");
      this.#file.object(id, `<</Type/Pages/Parent ${this.#root} 0 R/Count ${kids.length}/Kids[${leaves}]>>`);
    }
    const nodes = this.#nodes.map(({ id }) => `${id} 0 R`).join(" ");
    this.#file.object(this.#root, `<</Type/Pages/Count ${this.count}/Kids[${nodes}]>>`);
    return this.#root;
  }

  /** Shows a text of the footer; gives its width in points. */
  #text(content: Content, text: string): number {
    const glyphs = glyphRoom(text.length);
    let width = 0;
    for (let at = 0; at < text.length; at++) {
      this.#lettering.put(text.charCodeAt(at), "regular", glyphs, at);
      width += glyphs.width[at]!;
    }
    content.show(glyphs, 0, text.length, this.#lettering.used, FOOTER_SIZE);
    return (width * FOOTER_SIZE) / 1000;
  }
}
