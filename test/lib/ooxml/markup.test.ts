import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { tagsNamed } from "../../../lib/ooxml/markup.ts";

const ROWS = '<w:s w:id="1>0"/><s id=\'2\'></s><w:st id="3"/><\u00fcb:s\n\tid="&lt;4"/><w:end w:s="5"/><s>6</s>';
const FOUND = [
  ["s", "1>0"],
  ["s", "2"],
  ["s", "<4"],
  ["s", undefined],
];

const found = (xml: string) => tagsNamed(xml, "s", "t").map(({ name, attributes }) => [name, attributes["id"]]);

suite("start tags by their names", () => {
  test("are found whatever their prefixes, and no others", () => {
    assert.deepEqual(found(`<?xml version="1.0"?><w:root>${ROWS}</w:root>`), FOUND);
  });

  test("are the same where comments and CDATA stand between them, which hold none", () => {
    const between = '<!-- <s id="7"/> --><![CDATA[<s id="8"/>]]><?program <s id="9"/>?>';
    assert.deepEqual(found(`<?xml version="1.0"?><w:root>${between}${ROWS}${between}</w:root>`), FOUND);
  });

  test("are none in a processing instruction alone", () => {
    assert.deepEqual(found('<root><?program <s id="9"/>?></root>'), []);
  });
});
