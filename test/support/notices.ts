/** The texts of notices by the titles of their parts. */
export const textsByTitle = (notices: string): ReadonlyMap<string, string> =>
  new Map(
    notices
      .split(`\n${"=".repeat(100)}\n`)
      .slice(1)
      .flatMap((section) => {
        const [titles = "", ...text] = section.split(`\n${"-".repeat(100)}\n`);
        return titles.split("\n").map((title) => [title, text.join("\n")] as const);
      }),
  );

/** The text of the part whose title begins with a package's name and version; undefined if there is no such part. */
export const textOf = (texts: ReadonlyMap<string, string>, name: string, version: string): string | undefined =>
  [...texts].find(([title]) => title.startsWith(`${name} ${version} (`))?.[1];

/** Whether a text grants or denies rights, as a licence does. */
export const isLicence = (text: string | undefined): boolean =>
  text !== undefined && text.length > 150 && /licen[cs]e|permission|redistribution|public domain/i.test(text);
