import { mkdirSync } from "node:fs";
import { printMessage, reasonOf } from "../messages.ts";
import { packClient } from "./pack.ts";

const FOLDER = "dist";

try {
  mkdirSync(FOLDER, { recursive: true });
  const file = await packClient(FOLDER);
  console.log(`${file}: install it with "npm install ${file}"`);
} catch (error) {
  printMessage(reasonOf(error));
  process.exit(1);
}
