// The program of a thread that transforms documents, each in its own WebAssembly instance.
import { serveThread } from "../../workers/serve-thread.ts";
import { decodeXml, withEmbeddedId } from "./decode.ts";
import { RequestDocuments } from "./documents.ts";
import { transformWithLibxslt } from "./instance.ts";
import { isLater, toLaterRequest } from "./later.ts";
import type { XsltJob } from "./problem.ts";

serveThread(async (data) => ({ xml, xslt, files, folders, ...limits }: XsltJob) => {
  const module = data as WebAssembly.Module;
  const document = decodeXml("xml", xml);
  const documents =
    xslt === undefined
      ? new RequestDocuments(withEmbeddedId(document), undefined, files, folders)
      : new RequestDocuments(document, decodeXml("xslt", xslt), files, folders);
  const job = { ...limits, documents };
  const { stylesheet } = documents;
  if (stylesheet !== undefined && isLater(stylesheet.version)) return toLaterRequest(module, job, stylesheet.path);
  const result = transformWithLibxslt(module, job);
  const { versions, isDtdNamed } = documents;
  if (result.end !== "failed") return { ...result, isDtdNamed };
  // A stylesheet of XSLT 1.0 may import one of a later version.
  if (stylesheet !== undefined && Object.values(versions).some(isLater))
    return toLaterRequest(module, job, stylesheet.path);
  return { ...result, versions, isDtdNamed };
});
