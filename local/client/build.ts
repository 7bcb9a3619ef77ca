import { writeGenerated } from "./generate.ts";

// Writes the files of the client that are read off the OpenAPI document.
const changed = await writeGenerated();
console.log(
  changed.length === 0 ? "The client is that of today's OpenAPI document." : `written: ${changed.join(", ")}`,
);
