/** The resource categories whose entries are named in content streams. */
export const NAMED = ["XObject", "Pattern", "Properties", "Shading", "ExtGState", "ColorSpace", "Font"];
