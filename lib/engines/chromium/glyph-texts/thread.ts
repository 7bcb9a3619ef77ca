// The thread in which the contents of printed pages are written anew.
import { serveThread } from "../../../workers/serve-thread.ts";

serveThread(async () => (await import("./write.ts")).moveGlyphTexts);
