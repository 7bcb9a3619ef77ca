import { timeBesideRaw } from "./support/beside-raw.ts";

/**
 * How long does a warm HTTP call for a picture of a page take, one document at a time, compared with raw CDP on an equally warm
 * page, and with the usual use of puppeteer in a warm browser?
 */
await timeBesideRaw("/v1/convert/html-to-image", "draw");
