// The program of a thread that transforms documents, each in its own WebAssembly instance.
import { serveThread } from "../../workers/serve-thread.ts";
import { decodeXml, namesDtd, stylesheetVersion, withEmbeddedId } from "./decode.ts";
import { transform } from "./instance.ts";
import type { XsltJob } from "./problem.ts";

serveThread(async (module) => ({ xml, xslt, ...job }: XsltJob) => {
  const document = decodeXml("xml", xml);
  const documents =
    xslt === undefined
      ? { xml: withEmbeddedId(document), xslt: undefined }
      : { xml: document, xslt: decodeXml("xslt", xslt) };
  const result = transform(module as WebAssembly.Module, { ...job, ...documents });
  if (result.end !== "failed") return result;
  const version = documents.xslt && stylesheetVersion(documents.xslt);
  return {
    ...result,
    version,
    isDtdNamed: namesDtd(documents.xml) || (documents.xslt ? namesDtd(documents.xslt) : false),
  };
});
