const HEADER_BYTES = 32;
const VERSION_2_0 = 0x00020000;

/**
 * Glyph names in a `post` table: the index of the name of each glyph, and the names that follow the standard Macintosh
 * ones.
 */
interface GlyphNames {
  readonly indexes: readonly number[];
  readonly names: readonly string[];
}

/** Reads the glyph names of a `post` table of version 2.0; undefined for another version or a damaged table. */
export const readGlyphNames = (post: Buffer): GlyphNames | undefined => {
  if (post.length < HEADER_BYTES + 2 || post.readUInt32BE(0) !== VERSION_2_0) return undefined;
  const count = post.readUInt16BE(HEADER_BYTES);
  if (HEADER_BYTES + 2 + 2 * count > post.length) return undefined;
  const indexes = Array.from({ length: count }, (_, glyph) => post.readUInt16BE(HEADER_BYTES + 2 + 2 * glyph));
  const names: string[] = [];
  for (let at = HEADER_BYTES + 2 + 2 * count; at < post.length; ) {
    const end = at + 1 + post.readUInt8(at);
    names.push(post.toString("latin1", at + 1, end));
    at = end;
  }
  return { indexes, names };
};

/** Builds a `post` table that names only these glyphs; its header is unchanged. */
export const postFor = (post: Buffer, { indexes, names }: GlyphNames, glyphs: ReadonlySet<number>): Buffer => {
  const head = Buffer.from(post.subarray(0, HEADER_BYTES));
  const kept: string[] = [];
  const places = Buffer.alloc(2 + 2 * indexes.length);
  places.writeUInt16BE(indexes.length, 0);
  indexes.forEach((index, glyph) => {
    if (!glyphs.has(glyph)) return;
    const isOwn = index >= MACINTOSH_NAMES.length;
    places.writeUInt16BE(isOwn ? MACINTOSH_NAMES.length + kept.length : index, 2 + 2 * glyph);
    if (isOwn) kept.push(names[index - MACINTOSH_NAMES.length] ?? "");
  });
  const spelled = kept.map((name) => Buffer.from([name.length, ...Buffer.from(name, "latin1")]));
  return Buffer.concat([head, places, ...spelled]);
};

export const glyphsNamed = ({ indexes, names }: GlyphNames, wanted: ReadonlySet<string>): number[] =>
  indexes.flatMap((index, glyph) => {
    const name = MACINTOSH_NAMES[index] ?? names[index - MACINTOSH_NAMES.length];
    return name !== undefined && wanted.has(name) ? [glyph] : [];
  });

const NAMES = `
.notdef .null nonmarkingreturn space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft
parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon
semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft
backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z
braceleft bar braceright asciitilde Adieresis Aring Ccedilla Eacute Ntilde Odieresis Udieresis aacute agrave
acircumflex adieresis atilde aring ccedilla eacute egrave ecircumflex edieresis iacute igrave icircumflex
idieresis ntilde oacute ograve ocircumflex odieresis otilde uacute ugrave ucircumflex udieresis dagger degree
cent sterling section bullet paragraph germandbls registered copyright trademark acute dieresis notequal AE
Oslash infinity plusminus lessequal greaterequal yen mu partialdiff summation product pi integral ordfeminine
ordmasculine Omega ae oslash questiondown exclamdown logicalnot radical florin approxequal Delta guillemotleft
guillemotright ellipsis nonbreakingspace Agrave Atilde Otilde OE oe endash emdash quotedblleft quotedblright
quoteleft quoteright divide lozenge ydieresis Ydieresis fraction currency guilsinglleft guilsinglright fi fl
daggerdbl periodcentered quotesinglbase quotedblbase perthousand Acircumflex Ecircumflex Aacute Edieresis Egrave
Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple Ograve Uacute Ucircumflex Ugrave dotlessi
circumflex tilde macron breve dotaccent ring cedilla hungarumlaut ogonek caron Lslash lslash Scaron scaron
Zcaron zcaron brokenbar Eth eth Yacute yacute Thorn thorn minus multiply onesuperior twosuperior threesuperior
onehalf onequarter threequarters franc Gbreve gbreve Idotaccent Scedilla scedilla Cacute cacute Ccaron ccaron
dcroat
`;

/** Glyph names in the standard order of Macintosh fonts (OpenType, "post", version 1.0). */
const MACINTOSH_NAMES: readonly string[] = NAMES.trim().split(/\s/);
