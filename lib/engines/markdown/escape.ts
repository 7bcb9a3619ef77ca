const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as it stands in HTML, in content and in attributes between double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => NAMED[sign]!);
