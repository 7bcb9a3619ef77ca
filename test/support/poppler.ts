import { spawnSync } from "node:child_process";

/** Whether this machine has pdftotext of poppler. It reads ActualText, which names the letters of a ligature. */
export const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;

/** The text of a PDF by poppler, without marks of writing direction. */
export const popplerText = (pdf: Uint8Array): string => {
  const { stdout, status, stderr } = spawnSync("pdftotext", ["-", "-"], { input: pdf, encoding: "utf8" });
  if (status !== 0) throw new Error(`pdftotext: ${stderr}`);
  return stdout.replace(/[\u202a-\u202e\u2066-\u2069\f]/g, "");
};
