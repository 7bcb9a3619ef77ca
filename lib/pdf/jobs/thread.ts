// The threads in which PDFs are read and written. Their data is whether they are quick ones.
import { serveThread } from "../../workers/serve-thread.ts";
import type { PdfOrder } from "./jobs.ts";

serveThread(async (isQuick) => {
  const { doPdfJob } = await import("./jobs.ts");
  return (order: PdfOrder) => doPdfJob(order, isQuick === true);
});
