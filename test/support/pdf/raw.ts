/** A PDF with these objects (as text) and a cross-reference table; the first object is the catalog. */
export const rawPdf = (objects: readonly (string | undefined)[], trailer = "", header = "%PDF-1.7\n"): Buffer => {
  let file = header;
  const lines = ["0000000000 65535 f \n"];
  objects.forEach((body, index) => {
    if (body === undefined) {
      lines.push("0000000000 00000 f \n");
      return;
    }
    lines.push(`${String(file.length).padStart(10, "0")} 00000 n \n`);
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
  });
  const start = file.length;
  file += `xref\n0 ${lines.length}\n${lines.join("")}`;
  file += `trailer\n<</Size ${lines.length}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
};

/** A stream object with its length. */
export const rawStream = (data: string | Buffer, dict = ""): string => {
  const text = typeof data === "string" ? data : data.toString("latin1");
  return `<<${dict}/Length ${text.length}>>stream\n${text}\nendstream`;
};

/** A plain PDF with one line of text on each page. */
export const textPdf = (...lines: string[]): Buffer => {
  const kids = lines.map((_, index) => `${4 + index * 2} 0 R`);
  const pages = lines.flatMap((line, index) => [
    `<</Type/Page/Parent 2 0 R/Contents ${5 + index * 2} 0 R>>`,
    rawStream(`BT /F 18 Tf 40 100 Td (${line}) Tj ET`),
  ]);
  return rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${lines.length}/Kids[${kids.join(" ")}]/MediaBox[0 0 300 200]/Resources<</Font<</F 3 0 R>>>>>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...pages,
  ]);
};

/** What a page holds beside its size, each as the entries of a dictionary. */
interface PageParts {
  readonly content?: string;
  readonly resources?: string;
  readonly page?: string;
  readonly catalog?: string;
  /** Objects from 5 on. */
  readonly objects?: readonly string[];
}

/** A PDF of one page, whose content is a black square if none is given. */
export const onePage = ({
  content = "0 0 9 9 re f",
  resources = "",
  page = "",
  catalog = "",
  objects = [],
}: PageParts): Buffer =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<<${resources}>>${page}>>`,
    rawStream(content),
    ...objects,
  ]);
