// The program of a thread that transforms documents, each in its own WebAssembly instance.
import { serveThread } from "../../workers/serve-thread.ts";
import { decodeXml, withEmbeddedId } from "./decode.ts";
import { transform } from "./instance.ts";
import type { XsltJob } from "./problem.ts";

await serveThread(async (module) => ({ xml, xslt, ...job }: XsltJob) => {
  const document = decodeXml("xml", xml);
  const documents =
    xslt === undefined
      ? { xml: withEmbeddedId(document), xslt: undefined }
      : { xml: document, xslt: decodeXml("xslt", xslt) };
  return transform(module as WebAssembly.Module, { ...job, ...documents });
});
