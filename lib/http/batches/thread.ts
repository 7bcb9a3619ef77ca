// The program of a thread that reads the lists of batches.
import { serveThread } from "../../workers/serve-thread.ts";
import { type ListJob, type ReadList, readList } from "./read-list.ts";

serveThread(
  async () =>
    (job: ListJob): ReadList =>
      readList(job),
);
