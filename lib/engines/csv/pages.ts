import { type ContentStream, rounded } from "../../typesetting/content-stream.ts";
import { type GlyphCache, newGlyphArrays } from "../../typesetting/glyph-cache.ts";
import type { PdfFileWriter } from "./pdf-file.ts";

const NODE_KIDS_LIMIT = 64;
const FOOTER_FONT_SIZE_PT = 7;

/** The size of all pages of a document, and the position of their page numbers, in points. */
interface PageArea {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly bottom: number;
}

/** An object with its resource name (ISO 32000-2, 7.8.3). */
type Resource = readonly [name: string, id: number];

/**
 * The pages of a document. Each is written at once, with its number. The total is a form XObject that is written at the
 * end. One class, because the objects that it reserves first are written last.
 */
export class Pages {
  readonly ids: number[] = [];
  readonly #file: PdfFileWriter;
  readonly #area: PageArea;
  readonly #glyphCache: GlyphCache;
  readonly #isTagged: boolean;
  readonly #root: number;
  readonly #resources: number;
  readonly #pageTotal: number;
  readonly #nodes: { id: number; kids: number[] }[] = [];

  constructor(file: PdfFileWriter, area: PageArea, glyphCache: GlyphCache, isTagged: boolean) {
    this.#file = file;
    this.#area = area;
    this.#glyphCache = glyphCache;
    this.#isTagged = isTagged;
    this.#root = file.reserve();
    this.#resources = file.reserve();
    this.#pageTotal = file.reserve();
  }

  get count(): number {
    return this.ids.length;
  }

  /** Writes a page with this content over these backgrounds, and its page number below. */
  add(content: ContentStream, backgrounds: readonly Uint8Array[]): void {
    const [page, stream] = [this.#file.reserve(), this.#file.reserve()];
    let node = this.#nodes.at(-1);
    if (node === undefined || node.kids.length === NODE_KIDS_LIMIT) {
      node = { id: this.#file.reserve(), kids: [] };
      this.#nodes.push(node);
    }
    node.kids.push(page);
    const { width, height, left, bottom } = this.#area;
    if (this.#isTagged) content.write("/Artifact BMC ");
    content.beginText();
    content.write("0.4 g ");
    content.moveTo(left, bottom);
    const end = left + this.#showText(content, `Page ${this.count + 1} of `);
    content.endText();
    content.write(`q 1 0 0 1 ${rounded(end)} ${rounded(bottom)} cm /Total Do Q`);
    if (this.#isTagged) content.write(" EMC");
    this.#file.queueStream(stream, "", [...backgrounds, content.bytes]);
    const box = `${rounded(width)} ${rounded(height)}`;
    const structure = this.#isTagged ? `/StructParents ${this.count}/Tabs/S` : "";
    this.#file.object(
      page,
      `<</Type/Page/Parent ${node.id} 0 R/MediaBox[0 0 ${box}]/Resources ${this.#resources} 0 R/Contents ${stream} 0 R${structure}>>`,
    );
    this.ids.push(page);
  }

  /** Writes the resources of all pages and the page tree; returns the number of the tree's root. */
  finish(content: ContentStream, fonts: readonly Resource[], images: readonly Resource[]): number {
    const entries = (resources: readonly Resource[]) => resources.map(([name, id]) => `/${name} ${id} 0 R`).join("");
    const fontEntries = entries(fonts);
    content.clear();
    content.beginText();
    content.write("0.4 g ");
    this.#showText(content, String(this.count));
    content.endText();
    this.#file.stream(
      this.#pageTotal,
      `/Type/XObject/Subtype/Form/BBox[0 -3 90 12]/Resources<</Font<<${fontEntries}>>>>`,
      content.bytes,
    );
    this.#file.object(
      this.#resources,
      `<</Font<<${fontEntries}>>/XObject<</Total ${this.#pageTotal} 0 R${entries(images)}>>>>`,
    );
    for (const { id, kids } of this.#nodes) {
      const leaves = kids.map((kid) => `${kid} 0 R`).join(" ");
      this.#file.object(id, `<</Type/Pages/Parent ${this.#root} 0 R/Count ${kids.length}/Kids[${leaves}]>>`);
    }
    const nodes = this.#nodes.map(({ id }) => `${id} 0 R`).join(" ");
    this.#file.object(this.#root, `<</Type/Pages/Count ${this.count}/Kids[${nodes}]>>`);
    return this.#root;
  }

  /** Shows a text in the footer's font; returns its width in points. */
  #showText(content: ContentStream, text: string): number {
    const glyphs = newGlyphArrays(text.length);
    let width = 0;
    for (let at = 0; at < text.length; at++) {
      this.#glyphCache.putGlyph(text.charCodeAt(at), "regular", glyphs, at);
      width += glyphs.width[at]!;
    }
    content.showGlyphs(glyphs, 0, text.length, FOOTER_FONT_SIZE_PT);
    return (width * FOOTER_FONT_SIZE_PT) / 1000;
  }
}
