import { queueWorker } from "../../lib/lambda/worker.ts";
import { handler as csvToPdf } from "../convert/csv-to-pdf.ts";
import { handler as xmlToHtml } from "../convert/xml-to-html.ts";
import { handler as archive } from "../pdf/archive.ts";
import { handler as attach } from "../pdf/attach.ts";
import { handler as compress } from "../pdf/compress.ts";
import { handler as fill } from "../pdf/fill.ts";
import { handler as flatten } from "../pdf/flatten.ts";
import { handler as images } from "../pdf/images.ts";
import { handler as info } from "../pdf/info.ts";
import { handler as merge } from "../pdf/merge.ts";
import { handler as extract } from "../pdf/pages/extract.ts";
import { handler as remove } from "../pdf/pages/remove.ts";
import { handler as rotate } from "../pdf/pages/rotate.ts";
import { handler as protect } from "../pdf/protect.ts";
import { handler as split } from "../pdf/split.ts";
import { handler as text } from "../pdf/text.ts";
import { handler as unlock } from "../pdf/unlock.ts";

/** Does the jobs whose work needs neither Chromium nor LibreOffice. */
export const handler = queueWorker([
  csvToPdf,
  xmlToHtml,
  archive,
  attach,
  compress,
  fill,
  flatten,
  images,
  info,
  merge,
  extract,
  remove,
  rotate,
  protect,
  split,
  text,
  unlock,
]);
