import { ServiceError } from "../../errors/service-error.ts";
import type { Warning } from "../../output/warnings.ts";
import { type Conversion, type ConversionResult, convertInOffice } from "./convert.ts";
import { runOfficeJob } from "./jobs/threads.ts";

const CHARTS_LEFT_OUT: Warning = {
  code: "chart-left-out",
  message: "LibreOffice cannot open the document with its charts; it is printed without them.",
};

const isDocumentFault = (error: unknown): boolean =>
  error instanceof ServiceError && (error.reason === "document-damaged" || error.reason === "document-crashes-engine");

/** Converts a document. If LibreOffice fails with one that has charts, it is converted once more without them. */
export const convertWithCharts = async (
  conversion: Conversion,
  hasCharts: boolean,
  signal: AbortSignal,
): Promise<ConversionResult & { readonly warnings: readonly Warning[] }> => {
  try {
    return { ...(await convertInOffice(conversion, signal)), warnings: [] };
  } catch (error) {
    if (!hasCharts || !isDocumentFault(error)) throw error;
    const bytes = await runOfficeJob("withoutCharts", { bytes: conversion.bytes }, signal);
    const result = await convertInOffice({ ...conversion, bytes }, signal).catch((second: unknown) => {
      throw isDocumentFault(second) ? error : second;
    });
    return { ...result, warnings: [CHARTS_LEFT_OUT] };
  }
};
