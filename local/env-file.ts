import { existsSync } from "node:fs";
import { printMessage } from "./messages.ts";

/** The file of settings in the working folder. A variable that is set already wins over the file. */
const ENV_FILE = ".env";

// Imported for its effect, before anything that reads the settings.
if (existsSync(ENV_FILE)) {
  try {
    process.loadEnvFile(ENV_FILE);
  } catch (error) {
    printMessage(`${ENV_FILE} cannot be read: ${(error as NodeJS.ErrnoException).code ?? "it is not a file"}`);
    process.exit(1);
  }
}
