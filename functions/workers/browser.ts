import { queueWorker } from "../../lib/lambda/worker.ts";
import { handler as emailToPdf } from "../convert/email-to-pdf.ts";
import { handler as htmlToImage } from "../convert/html-to-image.ts";
import { handler as htmlToPdf } from "../convert/html-to-pdf.ts";
import { handler as imageToPdf } from "../convert/image-to-pdf.ts";
import { handler as markdownToPdf } from "../convert/markdown-to-pdf.ts";
import { handler as stamp } from "../pdf/stamp.ts";

/** Does the jobs whose work may need Chromium. */
export const handler = queueWorker([emailToPdf, htmlToImage, htmlToPdf, imageToPdf, markdownToPdf, stamp]);
