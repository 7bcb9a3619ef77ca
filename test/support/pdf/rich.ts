import { rawPdf, rawStream } from "./raw.ts";

const page = (label: string, content: number, number: number, more = "") =>
  `<</Type/Page/Parent 2 0 R/Contents ${content} 0 R/StructParents ${number}/Tabs/S${more}
    /Resources<</Font<</F 7 0 R>>/Properties<</Shown 28 0 R/Hidden 29 0 R>>/XObject<</${label} 30 0 R>>>>>>`;

const content = (text: string, image: string) =>
  rawStream(
    `/P <</MCID 0>> BDC BT /F 18 Tf 40 150 Td (${text}) Tj ET EMC
     /OC /Shown BDC BT /F 9 Tf 40 60 Td (${text} shown) Tj ET EMC
     /OC /Hidden BDC BT /F 9 Tf 40 40 Td (${text} hidden) Tj ET EMC q 5 0 0 5 0 0 cm /${image} Do Q`,
  );

/**
 * Two pages with one of each feature that a merge must keep and a removal must prune. Names are equal in all files, and
 * texts begin with the label: page one holds "A one", page two "A two".
 */
export const richPdf = (label: string): Buffer =>
  rawPdf(
    [
      `<</Type/Catalog/Pages 2 0 R/Lang(en)/Metadata 31 0 R/MarkInfo<</Marked true>>/Outlines 8 0 R
        /Names<</Dests<</Names[(start)[3 0 R/Fit](target)[4 0 R/Fit]]>>/EmbeddedFiles<</Names[(note.txt) 11 0 R]>>>>
        /AcroForm 13 0 R/PageLabels<</Nums[0<</S/r>>1<</S/D/P(${label}-)/St 7>>]>>/StructTreeRoot 18 0 R
        /OCProperties<</OCGs[28 0 R 29 0 R]/D<</OFF[29 0 R]/Order[28 0 R 29 0 R]>>>>>>`,
      "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 300 200]/Rotate 90>>",
      page(label, 5, 0, "/Annots[15 0 R 16 0 R]"),
      page(label, 6, 1, "/Annots[17 0 R]"),
      content(`${label} one`, label),
      content(`${label} two`, label),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      "<</Type/Outlines/First 9 0 R/Last 10 0 R/Count 2>>",
      `<</Title(${label} first)/Parent 8 0 R/Next 10 0 R/Dest[3 0 R/Fit]>>`,
      `<</Title(${label} second)/Parent 8 0 R/Prev 9 0 R/A<</S/GoTo/D(target)>>>>`,
      "<</Type/Filespec/F(note.txt)/UF(note.txt)/EF<</F 12 0 R>>>>",
      rawStream(`${label} attached`, "/Type/EmbeddedFile"),
      "<</Fields[14 0 R]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 7 0 R>>>>>>",
      `<</FT/Tx/T(name)/V(${label} value)/DA(/Helv 10 Tf 0 g)/Kids[16 0 R]>>`,
      "<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/Dest(target)>>",
      "<</Type/Annot/Subtype/Widget/Rect[60 0 160 20]/Parent 14 0 R/P 3 0 R/StructParent 2>>",
      "<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/A<</S/GoTo/D[3 0 R/Fit]>>>>",
      `<</Type/StructTreeRoot/K 19 0 R/RoleMap<</Para/${label === "A" ? "P" : "H1"}>>/ParentTree 24 0 R
        /ParentTreeNextKey 3/IDTree<</Names[(id1) 20 0 R(id2) 21 0 R]>>>>`,
      "<</Type/StructElem/S/Document/P 18 0 R/K[20 0 R 21 0 R 22 0 R]>>",
      `<</Type/StructElem/S/Para/P 19 0 R/Pg 3 0 R/K 0/ID(id1)/ActualText(${label} said one)>>`,
      `<</Type/StructElem/S/TH/P 19 0 R/Pg 4 0 R/K 0/ID(id2)/ActualText(${label} said two)
        /A<</O/Table/Headers[(id1)]>>>>`,
      "<</Type/StructElem/S/Form/P 19 0 R/K<</Type/OBJR/Pg 3 0 R/Obj 16 0 R>>>>",
      undefined,
      "<</Nums[0 25 0 R 1 26 0 R 2 22 0 R]>>",
      "[20 0 R]",
      "[21 0 R]",
      undefined,
      `<</Type/OCG/Name(${label} shown)>>`,
      `<</Type/OCG/Name(${label} hidden)>>`,
      rawStream(
        label.repeat(200),
        "/Type/XObject/Subtype/Image/Width 10/Height 20/BitsPerComponent 8/ColorSpace/DeviceGray",
      ),
      rawStream(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${label} --></x:xmpmeta>`, "/Type/Metadata/Subtype/XML"),
      `<</Title(${label} title)>>`,
    ],
    "/Info 32 0 R",
  );
