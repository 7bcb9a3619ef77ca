import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { equationText } from "../../../../lib/ooxml/word/equation-fields.ts";

suite("a formula of an EQ field is written on one line", () => {
  for (const [code, text] of [
    [String.raw` EQ \f(1,2) `, "1/2"],
    [String.raw`eq \F ( a + b ; c )`, "(a + b)/c"],
    [String.raw`EQ \f(1\,5,2)`, "(1,5)/2"],
    [String.raw`EQ \f(f(x),2)`, "(f(x))/2"],
    [String.raw`EQ \r(3,x)`, "∛x"],
    [String.raw`EQ \r(constructor,x)`, "^constructor√x"],
    [String.raw`EQ \f(\r(,b\s\up4(2)-4ac),2a) \* MERGEFORMAT`, "(√(b²-4ac))/2a"],
    [String.raw`EQ H\s\do5(2)O`, "H₂O"],
    [String.raw`EQ x\s\up5(ab c)`, "x^(ab c)"],
    [String.raw`EQ \i\su(i=1,5,3x)`, "∑_(i=1)⁵ 3x"],
    [String.raw`EQ \i(0,1,f(x)dx)`, "∫₀¹ f(x)dx"],
    [String.raw`EQ \b\bc\{(\a\al\co2\vs3\hs3(10,20,30,40))`, "{10 20; 30 40}"],
    [String.raw`EQ \b\lc\[\rc\)(0,1)`, "[0,1)"],
    [String.raw`EQ \l(A,B)\d\fo10\li()C`, "A,BC"],
    [String.raw`eq \o\ac(○,12)`, "⑫"],
    [String.raw`eq \o\ac(△,丙)`, "△丙"],
    [String.raw`EQ \x\to\bo(boxed)`, "boxed"],
    [String.raw`EQ \* jc2 \* "Font:MS Mincho" \* hps11 \o\ad(\s\up 10(とう),東)`, undefined],
    ["SEQ Figure", undefined],
  ] as const) {
    test(code, () => assert.equal(equationText(code), text));
  }

  test("also if it is nested too deep", () => {
    const code = `EQ ${"\\f(".repeat(300)}`;
    assert.ok(equationText(code)!.length < 2 * code.length);
  });
});
