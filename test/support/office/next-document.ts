import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { textOf } from "../pdf-text.ts";
import { stopEngines } from "../print.ts";
import { temp } from "../tight-settings.ts";
import { docx, paragraph } from "./docx.ts";
import { printWord } from "./engine.ts";
import { left } from "./job-files.ts";

/** A document that takes some seconds to convert. */
export const longDocument = docx(paragraph("Lorem ipsum dolor sit amet. ".repeat(40)).repeat(2000));

export const nextDocument = docx(paragraph("the next one"));

/** Checks that the next document is printed, and that no file of a document is left. */
export const assertNextIsPrinted = async (): Promise<void> => {
  assert.match(await textOf(await printWord(nextDocument)), /the next one/);
  assert.deepEqual(left(), []);
};

/** Stops the engines, and removes the temp folder of the test. */
export const stopAndRemove = async (): Promise<void> => {
  await stopEngines();
  rmSync(temp, { recursive: true });
};
