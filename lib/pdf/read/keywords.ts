/** A token that is not an object: `obj`, `stream`, `xref`, an operator of a content stream, or a stray delimiter. */
export class Keyword {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const OPERATOR_MAX_BYTES = 3;

const codeOf = (bytes: Uint8Array, from: number, to: number): number => {
  let code = 0;
  for (let at = from; at < to; at++) code = code * 256 + (bytes[at] ?? 0);
  return code;
};

/** The operators of content streams (ISO 32000-2, annex A) by their bytes: content consists of them, so none is made twice. */
const OPERATORS: ReadonlyMap<number, Keyword> = new Map(
  (
    "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC " +
    "sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y"
  )
    .split(" ")
    .map((text) => [codeOf(Buffer.from(text), 0, text.length), new Keyword(text)]),
);

/** The operator in these bytes; undefined for another word. */
export const operatorIn = (bytes: Uint8Array, from: number, to: number): Keyword | undefined =>
  to - from <= OPERATOR_MAX_BYTES ? OPERATORS.get(codeOf(bytes, from, to)) : undefined;
