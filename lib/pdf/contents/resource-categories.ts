/** The resource categories whose entries are named in content streams. */
export const RESOURCE_CATEGORIES = ["XObject", "Pattern", "Properties", "Shading", "ExtGState", "ColorSpace", "Font"];
