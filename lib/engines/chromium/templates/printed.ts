import type { PageSetup } from "../../page-setup.ts";

/** Whether a page is printed with templates. */
export const hasTemplates = ({ headerTemplate, footerTemplate }: PageSetup): boolean =>
  headerTemplate !== undefined || footerTemplate !== undefined;

/** Chromium leaves backgrounds out of templates otherwise, also where it prints those of the document. */
const WITH_BACKGROUNDS = "<style>#header,#footer{print-color-adjust:exact}</style>";

/** Chromium prints a header of its own for an empty template. */
const NOTHING = "<span></span>";

/** A template as Chromium gets it. */
export const printedTemplate = (template: string | undefined, { printBackground }: PageSetup): string =>
  template === undefined || template === "" ? NOTHING : `${printBackground ? WITH_BACKGROUNDS : ""}${template}`;

/** The parameters of `Page.printToPDF` for the templates; none without them. */
export const templateParameters = (setup: PageSetup) =>
  hasTemplates(setup) && {
    displayHeaderFooter: true,
    headerTemplate: printedTemplate(setup.headerTemplate, setup),
    footerTemplate: printedTemplate(setup.footerTemplate, setup),
  };
