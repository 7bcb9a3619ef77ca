import type { Browser } from "./chromium/browser.ts";
import { assertSelector, type DocumentSource } from "./chromium/open.ts";
import { type PictureSetup, takePicture } from "./chromium/picture.ts";
import { type RenderedPage, renderPage } from "./chromium/rendered-page.ts";
import { askCharacters, undrawnWarnings } from "./chromium/undrawn-characters.ts";
import { BROWSERS, CHROMIUM_ENGINE } from "./chromium/warm-part.ts";
import { engine } from "./engine.ts";
import type { PageSetup } from "./page-setup.ts";

/** A document, how its page is shown, and the picture that is made of it. */
interface PictureJob {
  readonly source: DocumentSource;
  readonly pageSetup: PageSetup;
  readonly picture: PictureSetup;
}

/** Makes a picture of an HTML document, as text or at a checked address, in a browser that shows only this document. */
export const htmlToImage = engine<PictureJob, RenderedPage>({
  name: CHROMIUM_ENGINE,
  warmParts: BROWSERS,
  run: ({ source, pageSetup, picture }, signal) => {
    const { selector } = picture;
    const check = async (browser: Browser) => {
      if (selector !== undefined) await assertSelector(browser, selector, "options.selector");
    };
    return renderPage(
      {
        source,
        pageSetup,
        step: "picture",
        word: "drawing",
        check,
        make: async (browser, readiness) => {
          const characters = askCharacters(browser.session);
          const body = await takePicture(browser, readiness, picture);
          return { body, warnings: await undrawnWarnings(browser.session, characters) };
        },
        lacksTags: () => false,
      },
      signal,
    );
  },
});
