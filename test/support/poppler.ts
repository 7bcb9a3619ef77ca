import { spawnSync } from "node:child_process";

/** Whether poppler's pdftotext is on this machine. It reads ActualText, by which letters that merge in one glyph are told. */
export const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;

/** The text of a PDF as poppler extracts it, without its marks of writing direction. */
export const popplerText = (pdf: Uint8Array): string => {
  const { stdout, status, stderr } = spawnSync("pdftotext", ["-", "-"], { input: pdf, encoding: "utf8" });
  if (status !== 0) throw new Error(`pdftotext: ${stderr}`);
  return stdout.replace(/[\u202a-\u202e\u2066-\u2069\f]/g, "");
};
