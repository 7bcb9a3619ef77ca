import zlib from "node:zlib";
import { rawPdf, rawStream } from "../raw.ts";
import type { Chance } from "./chance.ts";

/** Content for a cell of 150 × 90 points at the origin. It uses the resources below. */
const DRAWINGS: ((chance: Chance) => string)[] = [
  (chance) =>
    `BT /F1 ${chance.whole(5, 14)} Tf 0 60 Td [(AV)${chance.below(200)}(AT)-80.5(AR To)]TJ T* 0 -14 TD (next) Tj (line) ' 2 1 (spread) " ET`,
  () => "BT /F1 12 Tf .9 .2 -.2 .9 10 40 Tm (skewed) Tj 60 Tz (narrow) Tj 100 Tz 5 Ts (raised) Tj 0 Ts ET",
  (chance) => `${chance.one([0, 1, 2])} Tr .5 w 1 0 0 RG BT /F2 24 Tf 0 40 Td (Modes) Tj ET 0 Tr`,
  () => "q BT 7 Tr /F2 50 Tf 0 20 Td (CLIP) Tj ET 0 .6 .9 rg 0 0 150 45 re f Q",
  () => "BT 3 Tr /F1 10 Tf 0 50 Td (unseen words) Tj ET",
  (chance) => `0 0 60 50 re ${chance.below(1)} .2 .7 rg f 70 0 50 50 re /DeviceRGB cs ${chance.below(1)} .9 0 scn f`,
  () => "10 10 m 60 80 l 140 20 l 3 w [6 2] 1 d 1 J 1 j 0 .5 0 RG S [] 0 d",
  () => "/GsMultiply gs 1 0 0 rg 0 0 60 60 re f 0 1 0 rg 30 20 60 60 re f",
  () => "/GsHalf gs 0 0 1 rg 0 0 90 60 re f",
  () => "/GsOver gs 1 0 0 0 k 0 0 50 50 re f 0 1 0 0 k 25 25 50 50 re f",
  () => "/GsMask gs 0 0 0 rg 0 0 140 80 re f",
  () => "/GsFont gs BT 0 40 Td [(font)-400(by state)]TJ ET",
  () => "q 0 0 140 80 re W n /Axial sh Q",
  () => "q 0 0 140 80 re W n /Radial sh Q",
  () => "q 0 0 140 80 re W* n /Mesh sh Q",
  () => "/Pattern cs /Tiles scn 0 0 140 80 re f",
  () => "/Plain cs 1 .5 0 /Stencils scn 0 0 140 80 re f",
  () => "/Pattern cs /Shade scn 0 0 140 80 re B",
  (chance) => `/Spot cs ${chance.below(1)} scn 0 0 60 60 re f /Two cs ${chance.below(1)} .6 scn 70 0 60 60 re f`,
  (chance) =>
    `/Lab cs ${chance.whole(20, 90)} ${chance.whole(-60, 60)} 30 scn 0 0 60 60 re f /Cal cs .4 .5 .6 scn 70 0 60 60 re f /Pal cs 2 scn 35 30 60 40 re f`,
  (chance) =>
    `q 140 0 0 80 0 0 cm /${chance.one(["Rgb", "Gray", "Cmyk", "Deep", "Indexed", "Keyed", "Reversed", "Masked", "Soft", "Spotted", "Fine", "Inverse"])} Do Q`,
  () => "q .2 .4 .1 rg 100 0 0 60 0 0 cm /Stencil Do Q",
  () => "q 60 0 0 60 0 0 cm BI /W 4 /H 4 /BPC 8 /CS /G /F /AHx ID 00408080C0FF00408080C0FF00408080> EI Q",
  () => "q 1 0 0 1 5 5 cm /Outer Do Q",
  () => "q .5 0 0 .5 0 0 cm /Group Do Q",
  () => "/OC /Shown BDC 0 0 40 40 re f EMC /OC /Hidden BDC 50 0 40 40 re f EMC",
  () => "BT /T3 20 Tf 0 30 Td (ab a) Tj ET",
  () => "/Span <</ActualText (said)>> BDC BT /F1 9 Tf 0 30 Td (shown) Tj ET EMC",
  () => "q 0.0001 0 0 0.0001 0 0 cm 0 0 1400000 800000 re 20000 w S Q 0 85 150 .004 re f",
];

const image = (dict: string, data: Buffer, width = 24, height = 16): string =>
  rawStream(
    zlib.deflateSync(data),
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/Filter/FlateDecode${dict}`,
  );
const noise = (chance: Chance, length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 5 + (at >> 6) * 9 + chance.random() * 25) & 255));
const form = (content: string, more = ""): string =>
  rawStream(content, `/Type/XObject/Subtype/Form/BBox[0 0 150 90]${more}`);

const RAMP = "<</FunctionType 2/Domain[0 1]/N 1/C0[1 0 0]/C1[0 .3 1]>>";
const MESH = Buffer.from([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0, 120, 255, 0, 0, 255]);

/** The objects that the drawings use; `first` is the number of the first one. */
const objectsFrom = (first: number, chance: Chance): { resources: string; objects: string[] } => {
  const objects: string[] = [];
  const add = (body: string): string => `${first + objects.push(body) - 1} 0 R`;
  const f1 = add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
  const f2 = add("<</Type/Font/Subtype/Type1/BaseFont/Times-Bold>>");
  const [a, b] = [
    add(rawStream("600 0 d0 0 0 500 700 re f")),
    add(rawStream("600 0 0 0 600 700 d1 0 0 m 500 0 l 250 700 l f")),
  ];
  const t3 =
    add(`<</Type/Font/Subtype/Type3/FontBBox[0 0 600 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 98
    /Widths[600 600]/Encoding<</Differences[97/a/b]>>/CharProcs<</a ${a}/b ${b}>>/Resources<<>>>>`);
  const tint = add(
    rawStream("{dup .2 mul exch dup .9 mul exch .1 mul 0}", "/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1 0 1]"),
  );
  const both = add(
    rawStream("{add 2 div dup .5 mul exch 0 0}", "/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1 0 1]"),
  );
  const spot = add(`[/Separation/Orange/DeviceCMYK ${tint}]`);
  const soft = add(image("/BitsPerComponent 8/ColorSpace/DeviceGray", noise(chance, 24 * 16)));
  const hard = add(image("/BitsPerComponent 1/ImageMask true", noise(chance, 48)));
  const inner = add(
    form("0 1 1 0 k 10 10 60 40 re f BT /F1 10 Tf 10 60 Td (inner form) Tj ET", `/Matrix[.8 .1 -.1 .8 10 0]`),
  );
  const mask = add(
    form(
      "/Axial sh",
      `/Group<</S/Transparency/CS/DeviceGray>>/Resources<</Shading<</Axial<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 140 0]/Function<</FunctionType 2/Domain[0 1]/N 1/C0[0]/C1[1]>>>>>>>>`,
    ),
  );
  const gray = (bits: number, more: string, bytes = 24 * 16) =>
    add(image(`/BitsPerComponent ${bits}/ColorSpace/DeviceGray${more}`, noise(chance, bytes)));
  const rgb = (more: string) =>
    add(image(`/BitsPerComponent 8/ColorSpace/DeviceRGB${more}`, noise(chance, 24 * 16 * 3)));
  const pattern = (paint: number, content: string) =>
    add(
      rawStream(
        content,
        `/PatternType 1/PaintType ${paint}/TilingType 1/BBox[0 0 12 12]/XStep 12/YStep 14/Matrix[.9 .1 0 1 3 2]/Resources<<>>`,
      ),
    );
  const mesh = add(
    rawStream(
      MESH,
      "/ShadingType 4/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 140 0 80 0 1 0 1 0 1]",
    ),
  );
  const axial = `<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 140 80]/Function ${RAMP}/Extend[true false]>>`;
  const xobjects = {
    Rgb: rgb(""),
    Gray: gray(8, ""),
    Cmyk: add(image("/BitsPerComponent 8/ColorSpace/DeviceCMYK", noise(chance, 24 * 16 * 4))),
    Deep: gray(16, "", 24 * 16 * 2),
    Indexed: add(
      image(
        "/BitsPerComponent 4/ColorSpace[/Indexed/DeviceRGB 15<000000ff000000ff000000ffffff0000ffffff00ff808080102030405060708090a0b0c0d0e0f01122334455667788>]",
        noise(chance, 12 * 16),
      ),
    ),
    Keyed: rgb("/Mask[0 90 0 255 0 255]"),
    Reversed: gray(8, "/Decode[1 0]"),
    Masked: rgb(`/Mask ${hard}`),
    Soft: rgb(`/SMask ${soft}`),
    Spotted: add(image(`/BitsPerComponent 8/ColorSpace ${spot}`, noise(chance, 24 * 16))),
    Fine: add(image("/BitsPerComponent 8/ColorSpace/DeviceRGB", noise(chance, 600 * 340 * 3), 600, 340)),
    Inverse: add(image("/BitsPerComponent 1/ColorSpace/DeviceGray/Decode[1 0]", noise(chance, 48))),
    Stencil: hard,
    Outer: add(
      form(
        "0 0 m 150 90 l S q .9 0 0 .9 0 0 cm /Inner Do Q",
        `/Resources<</XObject<</Inner ${inner}>>/Font<</F1 ${f1}>>>>`,
      ),
    ),
    Group: add(
      form(
        "1 0 0 rg 0 0 100 80 re f /GsHalf gs 0 0 1 rg 50 20 90 60 re f",
        "/Group<</S/Transparency/I true/K true>>/Resources<</ExtGState<</GsHalf<</ca .4>>>>>>",
      ),
    ),
  };
  const list = (entries: Record<string, string>) =>
    Object.entries(entries)
      .map(([key, value]) => `/${key} ${value}`)
      .join("");
  const [shown, hidden] = [add("<</Type/OCG/Name(shown)>>"), add("<</Type/OCG/Name(hidden)>>")];
  const resources = `<</Font<<${list({ F1: f1, F2: f2, T3: t3 })}>>/XObject<<${list(xobjects)}>>
    /Properties<</Shown ${shown}/Hidden ${hidden}>>/Shading<</Axial ${axial}
      /Radial<</ShadingType 3/ColorSpace/DeviceRGB/Coords[70 40 5 60 40 45]/Function ${RAMP}/Extend[true true]>>/Mesh ${mesh}>>
    /Pattern<</Tiles ${pattern(1, "0 .5 0 rg 1 1 5 5 re f 1 0 0 rg 6 6 4 4 re f")}/Stencils ${pattern(2, "2 2 6 6 re f")}
      /Shade<</PatternType 2/Shading ${axial}>>>>
    /ColorSpace<</Spot ${spot}/Two[/DeviceN[/One/Other]/DeviceCMYK ${both}]/Plain[/Pattern/DeviceRGB]
      /Lab[/Lab<</WhitePoint[.95 1 1.09]/Range[-100 100 -100 100]>>]/Cal[/CalRGB<</WhitePoint[.95 1 1.09]/Gamma[2.2 2.2 2.2]>>]
      /Pal[/Indexed/DeviceRGB 3<ff000000ff000000ffffff00>]>>
    /ExtGState<</GsMultiply<</BM/Multiply>>/GsHalf<</ca .5/CA .3>>/GsOver<</OP true/op true/OPM 1>>
      /GsMask<</SMask<</S/Luminosity/G ${mask}>>>>/GsFont<</Font[${f2} 14]/LW 3>>>>>>`;
  return { resources, objects };
};

/** A file of plain operators in a grid, on pages that are rotated, cropped and scaled. */
export const byOperators = async (chance: Chance): Promise<Buffer> => {
  const pages = chance.whole(1, 2);
  const first = 5 + 2 * pages;
  const { resources, objects } = objectsFrom(first, chance);
  const kids = Array.from({ length: pages }, (_, page) => `${5 + 2 * page} 0 R`).join(" ");
  const sheets = Array.from({ length: pages }, (_, page) => {
    const cells = Array.from({ length: 14 }, (__, cell) => {
      const place = `1 0 0 1 ${20 + (cell % 2) * 170} ${15 + Math.floor(cell / 2) * 95} cm`;
      return `q ${place} ${chance.one(DRAWINGS)(chance)} Q`;
    });
    const more = chance.one([
      "",
      "/Rotate 90",
      "/CropBox[10 10 340 600]",
      "/UserUnit 1.5",
      "/Rotate 270/CropBox[5 20 350 660]",
    ]);
    return [
      `<</Type/Page/Parent 2 0 R/Contents ${6 + 2 * page} 0 R${more}/Annots[3 0 R]>>`,
      rawStream(cells.join(chance.one(["\n", " ", "\r\n"]))),
    ];
  });
  return rawPdf([
    "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[]/D<<>>>>>>",
    `<</Type/Pages/Count ${pages}/Kids[${kids}]/MediaBox[0 0 360 690]/Resources ${resources}>>`,
    "<</Type/Annot/Subtype/Stamp/F 4/Rect[250 20 340 60]/AP<</N 4 0 R>>>>",
    form(
      "1 .8 0 rg 0 0 150 90 re f 0 g BT /F1 20 Tf 20 40 Td (stamp) Tj ET",
      `/Resources<</Font<</F1 ${first} 0 R>>>>`,
    ),
    ...sheets.flat(),
    ...objects,
  ]);
};
