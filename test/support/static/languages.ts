import { TEXTS } from "../scripts.ts";
import type { StillPage } from "./page.ts";

const RIGHT_TO_LEFT = new Set(["ar", "he", "fa", "ur", "syr", "dv", "nqo"]);

/** Pages in the scripts of the world, with paragraphs, a table and a list; from right to left if a script is written so. */
export const languages: readonly StillPage[] = Object.entries(TEXTS).map(([name, [language, text]]) => ({
  name: `in ${name}`,
  html: `<!doctype html><html lang=${language} dir=${RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr"}><meta charset=utf-8><style>table{border-collapse:collapse}td{border:1px solid}</style><body style="font-family:sans-serif"><h1 style="font-weight:400">${text}</h1><p>${`${text} 123 Latin. `.repeat(8)}</p><table><tr><td>${text}<td>12.50</table><ul><li>${text}<li>${text}</ul>`,
}));
