import { FOOTER, PADDING, type Plan } from "./columns.ts";
import type { Placed } from "./complex.ts";
import { Content, rounded } from "./content.ts";
import type { Emoji } from "./emoji.ts";
import type { Face } from "./face.ts";
import type { Weight } from "./faces.ts";
import { Ground } from "./ground.ts";
import { fitHead } from "./head.ts";
import { BASELINE, GAP, LEADING } from "./leading.ts";
import type { Lettering } from "./lettering.ts";
import type { Pages } from "./pages.ts";
import { type Line, type SetRow, Setter } from "./setting.ts";
import type { Tags } from "./tags.ts";

/** Thousandths of the type size by which a width may be missed: it is worked out forth and back. */
const ROUNDING = 0.5;

/** Draws a table's rows on pages, each page when it is full; rows come in one by one. */
export class Table {
  readonly #plan: Plan;
  readonly #setters: readonly Setter[];
  /** The head, set once for all pages. */
  readonly #sets: readonly SetRow[];
  readonly #lettering: Lettering;
  readonly #pages: Pages;
  readonly #tags: Tags | undefined;
  readonly #emoji: Emoji;
  readonly #contents: readonly Content[];
  readonly #grounds: readonly Ground[];
  /** The room for a cell's text in each column of each sheet, in thousandths of the type size. */
  readonly #rooms: readonly (readonly number[])[];
  readonly #pictures: string[];
  /** Whether cells of the head end in an ellipsis. */
  readonly isHeadShortened: boolean;
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
    this.#lettering = lettering;
    this.#setters = setters;
    this.#pages = pages;
    this.#tags = tags;
    this.#emoji = emoji;
    this.#contents = plan.sheets.map(() => new Content());
    const { sheets, size, margins } = plan;
    this.#grounds = sheets.map(
      ({ widths }) =>
        new Ground(
          margins.left,
          widths.reduce((sum, width) => sum + width, 0),
        ),
    );
    this.#rooms = sheets.map(({ widths }) =>
      widths.map((width) => ((width - 2 * PADDING * size) * 1000) / size + ROUNDING),
    );
    this.#pictures = sheets.map(() => "");
    const headSetters = sheets.map(() => new Setter(lettering));
    const { cells, isShortened } = fitHead(head, plan, this.#rooms, new Setter(lettering));
    this.isHeadShortened = isShortened;
    this.#sets = this.#set(cells, headSetters, "bold");
    this.#start();
  }

  /** Draws one row; one that is higher than a page goes on on the next. */
  add(row: readonly string[]): void {
    const sets = this.#set(row, this.#setters, "regular");
    const height = Math.max(...sets.map((set) => set.height));
    const tag = this.#tags?.row();
    for (let from = 0, turned = false; from < height; ) {
      // A page that has just been begun takes a line, whatever it holds: else a row could be carried on for ever.
      const fits = Math.max(this.#fits, turned ? 1 : 0);
      const whole = height - from <= fits;
      // Whole rows move to the next page, unless not even an empty one has room.
      if (!whole && !turned && (fits < 1 || (from === 0 && height <= this.#linesOfPage))) {
        this.#end();
        this.#start();
        turned = true;
        continue;
      }
      turned = false;
      const to = whole ? height : from + fits;
      this.#draw(sets, from, to, tag, this.#count % 2 === 1 ? "stripe" : "plain");
      from = to;
    }
    this.#count++;
  }

  /** Ends the last page. */
  readonly finish = (): void => this.#end();

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

  #set(row: readonly string[], setters: readonly Setter[], weight: Weight): SetRow[] {
    return this.#plan.sheets.map(({ columns }, at) => setters[at]!.set(row, columns, this.#rooms[at]!, weight));
  }

  #start(): void {
    this.#y = this.#plan.height - this.#plan.margins.top;
    for (const content of this.#contents) {
      content.clear();
      content.begin();
    }
    const sets = this.#sets;
    const height = Math.max(...sets.map((set) => set.height));
    if (this.#headRow < 0) this.#headRow = this.#tags?.row() ?? 0;
    const before = this.#y;
    const first = this.#pages.count === 0;
    this.#draw(sets, 0, height, first ? this.#headRow : undefined, "head");
    this.#headHeight = before - this.#y;
  }

  #end(): void {
    this.#contents.forEach((content, at) => {
      content.end();
      const [ground, pictures] = [this.#grounds[at]!, this.#pictures[at]!];
      const [begin, end] = this.#tags ? ["/Artifact BMC ", "EMC "] : ["", ""];
      if (pictures !== "") content.write(begin + pictures + end);
      this.#pages.add(content, [Buffer.from(begin), ...ground.painted, Buffer.from(end)]);
      ground.clear();
      this.#pictures[at] = "";
    });
  }

  #draw(
    sets: readonly SetRow[],
    from: number,
    to: number,
    tag: number | undefined,
    kind: "head" | "plain" | "stripe",
  ): void {
    const { size, sheets } = this.#plan;
    const height = (to - from) * LEADING * size + 2 * GAP * size;
    const bottom = this.#y - height;
    for (let at = 0; at < sheets.length; at++) {
      this.#grounds[at]!.row(kind, bottom, height);
      this.#cells(at, sets[at]!, from, to, tag);
    }
    this.#y = bottom;
  }

  #cells(sheet: number, set: SetRow, from: number, to: number, tag: number | undefined): void {
    const { size, margins, numeric, sheets } = this.#plan;
    const { columns, widths } = sheets[sheet]!;
    const content = this.#contents[sheet]!;
    let left = margins.left;
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at]!;
      const lines = set.cells[at]!;
      const width = widths[at]!;
      if (lines.length > from) {
        if (this.#tags) {
          const page = this.#pages.count + sheet;
          // A head that is repeated is no content of its own.
          if (tag === undefined) content.write("/Artifact BMC ");
          else content.mark("/TD", this.#tags.mark(page, tag, column));
        }
        for (let line = from; line < Math.min(to, lines.length); line++) {
          const { width: wide } = lines[line]!;
          const room = width - PADDING * size - (wide * size) / 1000;
          const x = left + (numeric[column] ? Math.max(room, PADDING * size) : PADDING * size);
          const y = this.#y - (GAP + BASELINE + (line - from) * LEADING) * size;
          this.#line(sheet, lines[line]!, set, x, y);
        }
        if (this.#tags) content.write("EMC ");
      }
      left += width;
    }
  }

  #line(sheet: number, line: Line, { glyphs }: SetRow, x: number, y: number): void {
    const content = this.#contents[sheet]!;
    const { size } = this.#plan;
    const { used } = this.#lettering;
    if (line.easy !== undefined) {
      content.move(x, y);
      content.showEasy(line.easy.text, line.easy.letters, used, size);
      return;
    }
    if (line.shaped === undefined) {
      content.move(x, y);
      content.show(glyphs, line.from, line.to, used, size);
      return;
    }
    const { glyphs: shaped, told } = line.shaped;
    // What HarfBuzz has moved and joined is told once more as text.
    let next = 0;
    shaped.forEach((placed, index) => {
      if (told[next]?.from === index) {
        const text = Buffer.from(told[next]!.text, "utf16le").swap16().toString("hex");
        content.write(`/Span <</ActualText <feff${text}>>> BDC `);
      }
      this.#placed(sheet, placed, x, y);
      if (told[next]?.to === index + 1) {
        content.write("EMC ");
        next++;
      }
    });
  }

  #placed(sheet: number, { face: number, glyph, x, y }: Placed, left: number, bottom: number): void {
    const content = this.#contents[sheet]!;
    const { size } = this.#plan;
    const { used } = this.#lettering;
    const { face, shown } = used[number]!;
    const [across, up] = [left + (x * size) / 1000, bottom + (y * size) / 1000];
    content.move(across, up);
    if (face.isPictures) {
      this.#picture(sheet, face, glyph, across, up);
      content.showUnseen(this.#lettering.unseenCode(shown.get(glyph) ?? ""), this.#lettering.unseen, size);
      return;
    }
    content.show({ face: Uint8Array.of(number), glyph: Uint16Array.of(glyph) }, 0, 1, used, size);
  }

  /** Notes an emoji: pictures cannot stand within text. */
  #picture(sheet: number, face: Face, glyph: number, x: number, y: number): void {
    const name = this.#emoji.nameOf(face, glyph);
    const side = this.#plan.size * 1.17;
    if (name === undefined) return;
    this.#pictures[sheet] +=
      `q ${rounded(side)} 0 0 ${rounded(side)} ${rounded(x)} ${rounded(y - side * 0.2)} cm /${name} Do Q\n`;
  }
}
