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

suite("the search for start tags by name", () => {
  test("finds the tags with any namespace prefix, and no other tags", () => {
    assert.deepEqual(found(`<?xml version="1.0"?><w:root>${ROWS}</w:root>`), FOUND);
  });

  test("ignores tags in comments, CDATA sections and processing instructions", () => {
    const between = '<!-- <s id="7"/> --><![CDATA[<s id="8"/>]]><?program <s id="9"/>?>';
    assert.deepEqual(found(`<?xml version="1.0"?><w:root>${between}${ROWS}${between}</w:root>`), FOUND);
  });

  test("finds no tags in an element that has only a processing instruction", () => {
    assert.deepEqual(found('<root><?program <s id="9"/>?></root>'), []);
  });
});
