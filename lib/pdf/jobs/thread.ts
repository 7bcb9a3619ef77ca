// The threads in which PDFs are read and written.
import { type JobMemory, serveThread } from "../../workers/serve-thread.ts";
import type { JobOrder, LookOrder, PdfAnswer, ThreadLimits } from "./orders.ts";

await serveThread(async (limits) => {
  const { PdfDesk } = await import("./desk.ts");
  const desk = new PdfDesk(limits as ThreadLimits);
  return (order: LookOrder | JobOrder, memory: JobMemory): PdfAnswer =>
    "look" in order ? desk.look(order, memory) : desk.work(order, memory);
});
