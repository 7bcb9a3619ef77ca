import { rawPdf, rawStream } from "../../../../test/support/pdf/raw.ts";
import { CATALOG, list, PAGE, PAGES, unindexed } from "./file.ts";

const KEY = "0".repeat(64);
const RC4 = (revision: number, more = "") =>
  `/Encrypt<</Filter/Standard/V 2/R ${revision}/Length 128/P -4/O<${KEY}>/U<${KEY}>${more}>>/ID[<00><00>]`;
const AES = (entries: string) =>
  `/Encrypt<</Filter/Standard/V 5/R 6/Length 256/P -4/StmF/StdCF/StrF/StdCF/CF<</StdCF<</CFM/AESV3>>>>${entries}>>`;

/** Files whose encryption does harm. */
export const encryptionBombs: Readonly<Record<string, () => Buffer>> = {
  "a key of revision 6 that is hashed again and again": () =>
    rawPdf([CATALOG, PAGES, PAGE], AES(`/O<${"00".repeat(48)}>/U<${"00".repeat(48)}>/OE<${KEY}>/UE<${KEY}>`)),
  "keys of revision 6 of half a megabyte": () =>
    rawPdf([CATALOG, PAGES, PAGE], AES(`/O<${"00".repeat(250_000)}>/U<${"00".repeat(250_000)}>/OE<${KEY}>/UE<${KEY}>`)),
  "an ID of a megabyte": () =>
    rawPdf([CATALOG, PAGES, PAGE], RC4(3).replace("/ID[<00>", `/ID[<${"00".repeat(490_000)}>`)),
  "a key length of a billion": () => rawPdf([CATALOG, PAGES, PAGE], RC4(4).replace("128", "999999999")),
  "a revision of a billion": () => rawPdf([CATALOG, PAGES, PAGE], RC4(999_999_999)),
  "encrypted attachments and half a million strings": () =>
    rawPdf(
      [CATALOG, PAGES, `<</Type/Page/Parent 2 0 R/X[${"()".repeat(450_000)}]>>`],
      RC4(4, "/CF<</A<</CFM/V2>>>>/StmF/Identity/StrF/Identity/EFF/A").replace("/V 2", "/V 4"),
    ),
  "encrypted streams without an end": () =>
    unindexed(`${list(30_000, (index) => `${index + 9} 0 obj<<>>stream\n`)}trailer<</Root 1 0 R${RC4(3)}>>`),
  "crypt filters of a stream": () =>
    rawPdf([
      CATALOG,
      PAGES,
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
      rawStream("q", `/Filter[${"/Crypt".repeat(150_000)}]`),
    ]),
};
