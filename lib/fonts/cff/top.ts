/** The offsets in a Top DICT (Adobe Technical Note 5176, section 9). */
export interface TopDict {
  isCidKeyed: boolean;
  charset: number;
  encoding: number;
  charstrings: number | undefined;
}

const ESCAPE = 12;
const LAST_OPERATOR = 21;
const ROS = 256 + 30;
const CHARSET = 15;
const ENCODING = 16;
const CHARSTRINGS = 17;
const REAL = 30;

/** Reads an operand (section 4, table 3). `next` is the offset after it; the value of a real number is NaN. */
const operandAt = (dict: Buffer, at: number): [value: number, next: number] => {
  const first = dict.readUInt8(at);
  if (first === 28) return [dict.readInt16BE(at + 1), at + 3];
  if (first === 29) return [dict.readInt32BE(at + 1), at + 5];
  if (first === REAL) {
    let last = at + 1;
    while ((dict.readUInt8(last) & 15) !== 15) last++;
    return [Number.NaN, last + 1];
  }
  if (first <= 246) return [first - 139, at + 1];
  const second = dict.readUInt8(at + 1);
  return [first <= 250 ? (first - 247) * 256 + second + 108 : -(first - 251) * 256 - second - 108, at + 2];
};

/** Reads a Top DICT. Throws RangeError if it is damaged. */
export const readTopDict = (dict: Buffer): TopDict => {
  const top: TopDict = { isCidKeyed: false, charset: 0, encoding: 0, charstrings: undefined };
  let operand = 0;
  for (let at = 0; at < dict.length; ) {
    const first = dict.readUInt8(at);
    if (first > LAST_OPERATOR) {
      [operand, at] = operandAt(dict, at);
      continue;
    }
    const operator = first === ESCAPE ? 256 + dict.readUInt8(at + 1) : first;
    at += first === ESCAPE ? 2 : 1;
    if (operator === ROS) top.isCidKeyed = true;
    else if (operator === CHARSET) top.charset = operand;
    else if (operator === ENCODING) top.encoding = operand;
    else if (operator === CHARSTRINGS) top.charstrings = operand;
  }
  return top;
};
