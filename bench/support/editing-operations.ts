/** An operation on a PDF: the request, and the commands of other programs that do the same. */
export interface EditingOperation {
  readonly path: string;
  /** The parts of the form; each `@` name stands for the file of that name. */
  readonly form: Readonly<Record<string, string | readonly string[]>>;
  /** Commands by the name of their program. `IN`, `LOCKED`, `STAMP` and `OUT` stand for paths; `OUT` is an empty folder. */
  readonly commands: Readonly<Record<string, string>>;
  /** Programs that the service is not to be slower than. */
  readonly bars: readonly string[];
  /** The files that it is done on; all if none are named. */
  readonly files?: readonly string[];
}

const file = "@IN";
const BARS = ["qpdf", "pdfcpu"];

/** Each operation on PDFs, as most programs know it. */
export const EDITING_OPERATIONS: Readonly<Record<string, EditingOperation>> = {
  extract: {
    path: "/pdf/pages/extract",
    form: { file, pages: "2--1" },
    commands: {
      qpdf: "qpdf --empty --pages IN 2-z -- OUT/o.pdf",
      mutool: "mutool merge -o OUT/o.pdf IN 2-N",
      pdfcpu: "pdfcpu trim --pages 2- IN OUT/o.pdf",
    },
    bars: BARS,
  },
  merge: {
    path: "/pdf/merge",
    form: { files: [file, file] },
    commands: {
      qpdf: "qpdf --empty --pages IN IN -- OUT/o.pdf",
      mutool: "mutool merge -o OUT/o.pdf IN IN",
      pdfcpu: "pdfcpu merge OUT/o.pdf IN STAMP",
    },
    bars: BARS,
  },
  rotate: {
    path: "/pdf/pages/rotate",
    form: { file, angle: "90" },
    commands: { qpdf: "qpdf --rotate=+90 IN OUT/o.pdf", pdfcpu: "pdfcpu rotate IN 90 OUT/o.pdf" },
    bars: BARS,
  },
  split: {
    path: "/pdf/split",
    form: { file, every: "1" },
    commands: { qpdf: "qpdf --split-pages=1 IN OUT/o-%d.pdf", pdfcpu: "pdfcpu split IN OUT" },
    bars: BARS,
  },
  stamp: {
    path: "/pdf/stamp",
    form: { file, stamp: "@STAMP" },
    commands: {
      qpdf: "qpdf IN --overlay STAMP --from= --repeat=1 -- OUT/o.pdf",
      pdfcpu: "pdfcpu stamp add --mode pdf -- STAMP:1 scale:1 IN OUT/o.pdf",
    },
    bars: BARS,
  },
  protect: {
    path: "/pdf/protect",
    form: { file, userPassword: "sesame", ownerPassword: "owner" },
    commands: {
      qpdf: "qpdf --encrypt sesame owner 256 -- IN OUT/o.pdf",
      mutool: "mutool clean -E aes-256 -U sesame -O owner IN OUT/o.pdf",
      pdfcpu: "pdfcpu encrypt --upw sesame --opw owner IN OUT/o.pdf",
    },
    bars: BARS,
  },
  unlock: {
    path: "/pdf/unlock",
    form: { file: "@LOCKED", password: "sesame" },
    commands: {
      qpdf: "qpdf --decrypt --password=sesame LOCKED OUT/o.pdf",
      mutool: "mutool clean -p sesame -D LOCKED OUT/o.pdf",
      pdfcpu: "pdfcpu decrypt --upw sesame LOCKED OUT/o.pdf",
    },
    bars: BARS,
  },
  flatten: {
    path: "/pdf/flatten",
    form: { file },
    commands: { qpdf: "qpdf --generate-appearances --flatten-annotations=all IN OUT/o.pdf" },
    bars: BARS,
    files: ["form"],
  },
  fill: {
    path: "/pdf/fill",
    form: { file, fields: '{"name":"Ada"}' },
    commands: { PyMuPDF: "fill IN OUT/o.pdf" },
    bars: [],
    files: ["form"],
  },
  images: {
    path: "/pdf/images",
    form: { file, dpi: "100" },
    commands: { pdftoppm: "pdftoppm -r 100 -png IN OUT/o", mutool: "mutool draw -q -r 100 -o OUT/o%d.png IN" },
    bars: ["pdftoppm"],
    files: ["annex", "text"],
  },
  text: {
    path: "/pdf/text",
    form: { file },
    commands: { pdftotext: "pdftotext IN OUT/o.txt", mutool: "mutool draw -q -F txt -o OUT/o.txt IN" },
    bars: [],
    files: ["annex", "text"],
  },
  info: {
    path: "/pdf/info",
    form: { file },
    commands: { pdfinfo: "pdfinfo IN", mutool: "mutool info IN", pdfcpu: "pdfcpu info IN" },
    bars: ["pdfcpu"],
  },
};
