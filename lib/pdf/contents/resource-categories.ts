/** The resource categories whose entries content streams name. */
export const RESOURCE_CATEGORIES = ["XObject", "Pattern", "Properties", "Shading", "ExtGState", "ColorSpace", "Font"];
