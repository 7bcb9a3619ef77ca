import { suite } from "node:test";
import { form } from "../../support/form.ts";
import { refuses } from "../../support/refusals.ts";
import { stylesheet } from "../../support/stylesheet.ts";
import {
  call,
  DOC,
  type Files,
  importing,
  including,
  module,
  named,
  upload,
  value,
} from "../../support/stylesheet-files.ts";

const EXSLT = 'xmlns:e="http://exslt.org/common" extension-element-prefixes="e"';

suite("the parts files are refused", { concurrency: 2 }, () => {
  const main = (...names: string[]) => stylesheet("x", importing(...names));
  const reading = (select: string, xml: string, more: Files = {}) =>
    upload(DOC, stylesheet(value(select)), { "a.xml": xml, ...more });
  const twice = Array.from({ length: 38 }, (_, at) => [
    `${at}.xsl`,
    module(including(`${at + 1}.xsl`, `${at + 1}.xsl`)),
  ]);
  const hundredThousand = `<r>${"<i/>".repeat(100_000)}</r>`;
  const each = (select: string) =>
    stylesheet(`<xsl:for-each select="document('a.xml')//i">${value(select)}</xsl:for-each>`);
  const withEntity = (name: string) => `<!DOCTYPE a [<!ENTITY e SYSTEM "${name}">]><a>&e;</a>`;
  refuses("/convert/xml-to-html", [
    [
      "no file has the name",
      upload(DOC, main("a.xsl"), { "b.xsl": "" }),
      400,
      "INVALID_REQUEST",
      /^xslt, line 2, column 1: xsl:import and xsl:include read only parts of files, and none is named "a\.xsl"\.$/,
    ],
    [
      "a file names none",
      upload(DOC, main("c/b.xsl"), { "c/b.xsl": module(including("../d/a.xsl")) }),
      400,
      "INVALID_REQUEST",
      /^files\.0, line 2, column 1: .* none is named "d\/a\.xsl"\.$/,
    ],
    [
      "document() names none",
      reading("document('%zz')", ""),
      400,
      "INVALID_REQUEST",
      /^xslt, line 4, column 28: document\(\) reads only parts of files, and none is named "%25zz"\.$/,
    ],
    [
      "none of 100,000 names exists",
      upload(DOC, each("document(concat('n', position()))"), { "a.xml": hundredThousand }),
      400,
      "INVALID_REQUEST",
      /none is named "n1"/,
    ],
    [
      "a file has 100,000 addresses",
      upload(DOC, each("document(concat('n?', position()))"), { "a.xml": hundredThousand, n: "<n/>" }),
      500,
      "PROCESSING_FAILED",
      /^The transformation was stopped\. xslt, line 4, column 72: document\(\) reads more than 1,000 addresses\.$/,
    ],
    [
      "an address names a part of a file",
      upload(DOC, main("a.xsl#t"), { "a.xsl": module("") }),
      400,
      "INVALID_REQUEST",
      /none is named "a\.xsl#t"\.$/,
    ],
    [
      "a file imports itself",
      upload(DOC, main("a.xsl"), { "a.xsl": module(importing("a.xsl")) }),
      400,
      "INVALID_REQUEST",
      /^files\.0, line 2, column 1: xsl:import : recursion detected on imported URL a\.xsl\.$/,
    ],
    [
      "files import and include each other in a circle",
      upload(DOC, stylesheet("x", including("a.xsl")), {
        "a.xsl": module(importing("b.xsl")),
        "b.xsl": module(including("a.xsl")),
      }),
      400,
      "INVALID_REQUEST",
      /^files\.[01], line 2, column 1: stylesheets import or include each other in a circle\.$/,
    ],
    [
      "each of many files includes the next one twice",
      upload(DOC, main("0.xsl"), Object.fromEntries([...twice.slice(0, -1), ["37.xsl", module("")]])),
      500,
      "PROCESSING_FAILED",
      /^The transformation was stopped\. files\.\d+, line \d, column 1: more than 10,000 stylesheets are imported/,
    ],
    [
      "an imported file is malformed",
      upload(DOC, main("b.xsl", "a.xsl"), { "b.xsl": module(""), "a.xsl": "<a>\n<b></a>" }),
      400,
      "INVALID_REQUEST",
      /^files\.1, line 2, column 8: not well-formed: /,
    ],
    [
      "a file for document() is empty",
      reading("document('a.xml')", ""),
      400,
      "INVALID_REQUEST",
      /^files\.0, line 1, column 1: not well-formed: /,
    ],
    [
      "a file's encoding is unknown",
      reading("document('a.xml')", '<?xml version="1.0" encoding="x-none"?><a/>'),
      400,
      "INVALID_REQUEST",
      /^files\.0 declares an encoding that is not known/,
    ],
    [
      "an imported file is no stylesheet",
      upload(DOC, main("a.xsl"), { "a.xsl": "<a/>" }),
      400,
      "INVALID_REQUEST",
      /^files\.0, line 1, column 1: document is not a stylesheet/,
    ],
    [
      "an imported file does not compile",
      upload(DOC, main("a.xsl"), { "a.xsl": module(named("t", value("1 +"))) }),
      400,
      "INVALID_REQUEST",
      /^files\.0, line 2, column 24: .*could not compile/,
    ],
    [
      "an imported file writes",
      upload(DOC, stylesheet(call("t"), importing("a.xsl")), {
        "a.xsl": module(named("t", '<e:document href="o"/>')).replace("version", `${EXSLT} version`),
      }),
      400,
      "INVALID_REQUEST",
      /^files\.0, line 2, column 24: File write for o refused\.$/,
    ],
    [
      "an external entity is a file",
      reading("document('a.xml')", withEntity("b.txt"), { "b.txt": "b" }),
      400,
      "INVALID_REQUEST",
      /^files\.0, line 1, column \d+: external entities are not read: "b\.txt"\.$/,
    ],
    [
      "an entity is declared in a DTD that is a file",
      upload('<!DOCTYPE a SYSTEM "b.dtd"><a>&e;</a>', main("a.xsl"), {
        "b.dtd": '<!ENTITY e "x">',
        "a.xsl": module(""),
      }),
      400,
      "INVALID_REQUEST",
      /^xml, line 1, column 34: not well-formed: Entity 'e' not defined\. The DTD that the document names is not read\.$/,
    ],
    [
      "there are 39 files",
      upload(DOC, undefined, Object.fromEntries(Array.from({ length: 39 }, (_, at) => [`${at}`, ""]))),
      400,
      "INVALID_REQUEST",
      /^files must be 1 to 38/,
    ],
    [
      "two files have one path",
      upload(DOC, main(), { "b/a.xsl": "", "./b/a.xsl": "" }),
      400,
      "INVALID_REQUEST",
      /^files must each have a file name of its own/,
    ],
    [
      "a file has the name of a part",
      upload(DOC, main(), { xslt: "" }),
      400,
      "INVALID_REQUEST",
      /^files must not be named xml or xslt/,
    ],
    ["files are sent as JSON", { xml: DOC, xslt: main(), files: [] }, 400, "INVALID_REQUEST", /unknown files/],
    ["files are sent as text fields", form({ xml: DOC, xslt: main(), files: "a" }), 400, "INVALID_REQUEST", /^files/],
  ]);
});
