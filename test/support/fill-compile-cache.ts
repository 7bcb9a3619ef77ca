import { enableCompileCache } from "node:module";
import { fillCompileCache } from "../../local/compile-cache.ts";

enableCompileCache(process.argv[2]!);
await fillCompileCache();
