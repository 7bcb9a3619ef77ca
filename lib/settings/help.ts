import type { SettingTable } from "./read-settings.ts";

/** The lines of the help for settings: name and default, and what the setting means. */
export const settingsHelp = (table: SettingTable): string[] =>
  Object.values(table).flatMap(({ name, fallback, about }) => [
    `  ${name}${fallback === undefined ? "" : ` (${fallback})`}`,
    `      ${about}`,
  ]);
