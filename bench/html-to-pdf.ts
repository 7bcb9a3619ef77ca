import { timeBesideRaw } from "./support/beside-raw.ts";

/**
 * How long does a warm HTTP call take, one document at a time, compared with raw CDP on an equally warm page, and with the
 * usual use of puppeteer in a warm browser? Bars: raw + 10 ms and 1.2 times for the invoice; 3 and 1.5 times faster.
 */
await timeBesideRaw("/v1/convert/html-to-pdf", "print");
