import { fillFontCache } from "../../layers/chromium/font-cache.ts";

await fillFontCache();
