import { FOOTER, PADDING, type Plan, type Sheet } from "./columns.ts";
import { Content, rounded } from "./content.ts";
import type { Emoji } from "./emoji.ts";
import type { Face } from "./face.ts";
import type { Weight } from "./faces.ts";
import type { Lettering } from "./lettering.ts";
import type { Pages } from "./pages.ts";
import type { Line, SetRow, Setter } from "./setting.ts";
import type { Tags } from "./tags.ts";

/** Parts of the type size: from line to line, above and below a row's lines, from a row's top to its first line. */
const LEADING = 1.3;
const GAP = 0.35;
const BASELINE = 0.98;

const MOST_HEAD_LINES = 6;

const HEADER_FILL = "0.9 0.92 0.95 rg";
const STRIPE_FILL = "0.965 0.97 0.98 rg";
const RULE = "0.75 G 0.4 w";

/** Draws a table's rows on pages, each page when it is full; rows come in one by one. */
export class Table {
  readonly #plan: Plan;
  readonly #head: readonly string[];
  readonly #setters: readonly Setter[];
  readonly #lettering: Lettering;
  readonly #pages: Pages;
  readonly #tags: Tags | undefined;
  readonly #emoji: Emoji;
  readonly #contents: readonly Content[];
  #pictures = "";
  #y = 0;
  #count = 0;
  #headRow = -1;

  constructor(
    plan: Plan,
    head: readonly string[],
    lettering: Lettering,
    setters: readonly Setter[],
    pages: Pages,
    tags: Tags | undefined,
    emoji: Emoji,
  ) {
    this.#plan = plan;
    this.#head = head;
    this.#lettering = lettering;
    this.#setters = setters;
    this.#pages = pages;
    this.#tags = tags;
    this.#emoji = emoji;
    this.#contents = plan.sheets.map(() => new Content());
    this.#start();
  }

  /** Draws one row; one that is higher than a page goes on on the next. */
  add(row: readonly string[]): void {
    const sets = this.#set(row, "regular");
    const height = Math.max(...sets.map((set) => set.height));
    const tag = this.#tags?.row(this.#plan.numeric.length, false);
    for (let from = 0, turned = false; from < height; ) {
      // A page that has just been begun takes a line, whatever it holds: else a row could be carried on for ever.
      const fits = Math.max(this.#fits, turned ? 1 : 0);
      const whole = height - from <= fits;
      // Whole rows move to the next page, unless not even an empty one has room.
      if (!whole && !turned && (fits < 1 || (from === 0 && height <= this.#linesOfPage))) {
        this.#end();
        this.#start();
        // Setting the head again has taken the row's glyphs' place.
        sets.splice(0, sets.length, ...this.#set(row, "regular"));
        turned = true;
        continue;
      }
      turned = false;
      const to = whole ? height : from + fits;
      this.#draw(sets, from, to, tag, this.#count % 2 === 1 ? STRIPE_FILL : undefined);
      from = to;
    }
    this.#count++;
  }

  /** Ends the last page. */
  finish(): void {
    this.#end();
  }

  /** Lines of a row for which the page has room. */
  get #fits(): number {
    const { size } = this.#plan;
    return Math.floor((this.#y - this.#bottom - 2 * GAP * size) / (LEADING * size));
  }

  get #bottom(): number {
    return this.#plan.margins.bottom + FOOTER;
  }

  get #linesOfPage(): number {
    const { height, margins, size } = this.#plan;
    const room = height - margins.top - this.#bottom - this.#headHeight - 2 * GAP * size;
    return Math.floor(room / (LEADING * size));
  }

  #headHeight = 0;

  #set(row: readonly string[], weight: Weight): SetRow[] {
    const { sheets, size } = this.#plan;
    return sheets.map(({ columns, widths }, at) =>
      this.#setters[at]!.set(
        columns.map((column) => row[column] ?? ""),
        widths.map((width) => ((width - 2 * PADDING * size) * 1000) / size),
        weight,
      ),
    );
  }

  #start(): void {
    this.#y = this.#plan.height - this.#plan.margins.top;
    for (const content of this.#contents) content.clear();
    const sets = this.#set(this.#head, "bold");
    // The head leaves room for a line at least.
    const most = Math.max(1, Math.min(MOST_HEAD_LINES, this.#fits - 2));
    const height = Math.min(Math.max(...sets.map((set) => set.height)), most);
    if (this.#headRow < 0) this.#headRow = this.#tags?.row(this.#plan.numeric.length, true) ?? 0;
    const before = this.#y;
    const first = this.#pages.count === 0;
    this.#draw(sets, 0, height, first ? this.#headRow : undefined, HEADER_FILL);
    this.#headHeight = before - this.#y;
  }

  #end(): void {
    for (const content of this.#contents) this.#pages.add(content);
  }

  #draw(sets: readonly SetRow[], from: number, to: number, tag: number | undefined, fill: string | undefined): void {
    const { size, sheets, margins } = this.#plan;
    const height = (to - from) * LEADING * size + 2 * GAP * size;
    const bottom = this.#y - height;
    sheets.forEach((sheet, at) => {
      const content = this.#contents[at]!;
      const width = sheet.widths.reduce((sum, each) => sum + each, 0);
      const box = `${rounded(margins.left)} ${rounded(bottom)} ${rounded(width)} ${rounded(height)} re f`;
      const rule = `${rounded(margins.left)} ${rounded(bottom)} m ${rounded(margins.left + width)} ${rounded(bottom)} l S`;
      if (this.#tags) content.write("/Artifact BMC ");
      content.write(`q ${fill === undefined ? "" : `${fill} ${box} `}${RULE} ${rule} Q `);
      if (this.#tags) content.write("EMC ");
      content.begin();
      this.#cells(content, sheet, sets[at]!, from, to, this.#pages.count + at, tag);
      content.end();
      if (this.#pictures !== "") {
        content.write(this.#tags ? `/Artifact BMC ${this.#pictures}EMC ` : this.#pictures);
        this.#pictures = "";
      }
    });
    this.#y = bottom;
  }

  #cells(
    content: Content,
    { columns, widths }: Sheet,
    set: SetRow,
    from: number,
    to: number,
    page: number,
    tag: number | undefined,
  ): void {
    const { size, margins, numeric } = this.#plan;
    let left = margins.left;
    columns.forEach((column, at) => {
      const lines = set.cells[at]!;
      const width = widths[at]!;
      if (lines.length > from) {
        if (this.#tags) {
          // A head that is repeated is no content of its own.
          content.write(
            tag === undefined ? "/Artifact BMC " : `/TD <</MCID ${this.#tags.mark(page, tag, column)}>> BDC `,
          );
        }
        for (let line = from; line < Math.min(to, lines.length); line++) {
          const { width: wide } = lines[line]!;
          const room = width - PADDING * size - (wide * size) / 1000;
          const x = left + (numeric[column] ? Math.max(room, PADDING * size) : PADDING * size);
          const y = this.#y - (GAP + BASELINE + (line - from) * LEADING) * size;
          this.#line(content, lines[line]!, set, x, y);
        }
        if (this.#tags) content.write("EMC ");
      }
      left += width;
    });
  }

  #line(content: Content, line: Line, { glyphs }: SetRow, x: number, y: number): void {
    const { size } = this.#plan;
    const { used } = this.#lettering;
    if (line.shaped === undefined) {
      content.move(x, y);
      content.show(glyphs, line.from, line.to, used, size);
      return;
    }
    // What HarfBuzz has moved and joined is told once more as text.
    content.write(
      `/Span <</ActualText <feff${Buffer.from(line.shaped.text, "utf16le").swap16().toString("hex")}>>> BDC `,
    );
    for (const placed of line.shaped.glyphs) {
      const [left, bottom] = [x + (placed.x * size) / 1000, y + (placed.y * size) / 1000];
      const { face } = used[placed.face]!;
      if (face.isPictures) {
        this.#picture(face, placed.glyph, left, bottom);
        continue;
      }
      content.move(left, bottom);
      content.show({ face: Uint8Array.of(placed.face), glyph: Uint16Array.of(placed.glyph) }, 0, 1, used, size);
    }
    content.write("EMC ");
  }

  /** Notes an emoji: pictures cannot stand within text. */
  #picture(face: Face, glyph: number, x: number, y: number): void {
    const name = this.#emoji.nameOf(face, glyph);
    const side = this.#plan.size * 1.17;
    if (name === undefined) return;
    this.#pictures += `q ${rounded(side)} 0 0 ${rounded(side)} ${rounded(x)} ${rounded(y - side * 0.2)} cm /${name} Do Q\n`;
  }
}
