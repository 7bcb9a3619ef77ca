// The program of a thread that transforms documents, each in its own WebAssembly instance.
import { serveThread } from "../../workers/serve-thread.ts";
import { decodeXml, withEmbeddedId } from "./decode.ts";
import { RequestDocuments } from "./documents.ts";
import { transform } from "./instance.ts";
import type { XsltJob } from "./problem.ts";

serveThread(async (module) => ({ xml, xslt, files, folders, ...job }: XsltJob) => {
  const document = decodeXml("xml", xml);
  const documents =
    xslt === undefined
      ? new RequestDocuments(withEmbeddedId(document), undefined, files, folders)
      : new RequestDocuments(document, decodeXml("xslt", xslt), files, folders);
  const result = transform(module as WebAssembly.Module, { ...job, documents });
  if (result.end !== "failed") return result;
  return { ...result, versions: documents.versions, isDtdNamed: documents.isDtdNamed };
});
