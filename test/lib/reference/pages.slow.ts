import assert from "node:assert/strict";
import { resolve } from "node:path";
import { suite, test } from "node:test";
import type { Page } from "puppeteer-core";
import { axeFindings, type Look, visit } from "../../support/browser.ts";
import { endpoints } from "../../support/endpoints.ts";
import { newAccount, url } from "../../support/platen.ts";

const { origin } = new URL(url);
const LOOKS: readonly Required<Look>[] = [
  { colours: "light", width: 1280 },
  { colours: "dark", width: 1280 },
  { colours: "light", width: 390 },
  { colours: "dark", width: 390 },
];

const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent ?? "");

/** Waits for the answer of the service on the page, and returns its status. */
const answered = async (page: Page): Promise<string> => {
  await page.waitForFunction(() => /^\d|cannot/.test(document.getElementById("status")!.textContent));
  return textOf(page, "#status");
};

/** Sends the request by a key or a click, and returns the file that the page offers to save, as text. */
const sent = async (page: Page, press: () => Promise<void>): Promise<string> => {
  // The page's policy does not let a script read the address of the file.
  await page.evaluate(() => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (file) => {
      Object.assign(globalThis, { offeredFile: file });
      return createObjectURL.call(URL, file);
    };
  });
  await press();
  assert.equal(await answered(page), "200 OK");
  assert.match(await page.$eval("#answer a[download]", (link) => (link as HTMLAnchorElement).href), /^blob:/);
  return page.evaluate(() => (globalThis as unknown as { offeredFile: Blob }).offeredFile.text());
};

const choose = async (page: Page, path: string, type?: string): Promise<void> => {
  await page.select("#operation", path);
  if (type) await page.select("#type", type);
};

for (const path of ["/docs", "/docs/try"]) {
  suite(`GET ${path}`, { concurrency: false }, () => {
    for (const look of LOOKS) {
      test(`is complete, accessible and no wider than its window: ${look.colours}, ${look.width} px`, async () => {
        await using visited = await visit(origin + path, look);
        const { page, complaints } = visited;
        assert.deepEqual(complaints, []);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= look.width);
        const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        assert.equal(dark, look.colours === "dark" ? "rgb(13, 17, 23)" : "rgb(255, 255, 255)");
        assert.deepEqual(await axeFindings(page), []);
      });
    }
  });
}

suite("the reference", () => {
  test("shows every endpoint, with curl, TypeScript and Python", async () => {
    await using visited = await visit(`${origin}/docs`);
    const shown = await textOf(visited.page, "#reference");
    for (const { contract } of endpoints) {
      assert.ok(shown.includes(contract.summary), contract.path);
      assert.ok(shown.includes(`curl --fail-with-body ${url}${contract.path} `), contract.path);
    }
    const tabs = await visited.page.$$eval("[role=tab]", (found) => found.map(({ textContent }) => textContent));
    for (const language of ["curl", "TypeScript", "Python"]) {
      assert.ok(tabs.filter((tab) => tab === language).length > endpoints.length, language);
    }
  });

  test("can be walked through by keyboard", async () => {
    await using visited = await visit(`${origin}/docs`);
    const { page } = visited;
    const reached = new Set<string>();
    for (let stop = 0; stop < 60; stop++) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim().split("\n")[0]!));
    }
    for (const name of ["Try it", "Convert", "PDF", "curl"]) assert.ok(reached.has(name), [...reached].join(", "));
  });

  test("is not sent again to a browser that has it", async () => {
    for (const path of ["/docs", "/docs/redoc.js"]) {
      const first = await fetch(origin + path);
      await first.arrayBuffer();
      const again = await fetch(origin + path, { headers: { "If-None-Match": first.headers.get("etag")! } });
      assert.deepEqual([again.status, await again.text()], [304, ""]);
    }
  });

  test("fetches nothing from elsewhere: its policy forbids it", async () => {
    for (const path of ["/docs", "/docs/try"]) {
      const { headers } = await fetch(origin + path);
      const policy = headers.get("content-security-policy")!;
      assert.match(policy, /^default-src 'none'; script-src 'self'; /);
      assert.doesNotMatch(policy, /https?:|\*/);
      assert.equal(headers.get("x-content-type-options"), "nosniff");
    }
  });
});

suite("the page on which one tries the service", { concurrency: false }, () => {
  test("makes a call by keyboard alone, and shows the file, the headers and the curl line", async () => {
    const { key } = await newAccount(5);
    await using visited = await visit(`${origin}/docs/try`);
    const { page, complaints } = visited;
    const focus = async (selector: string) => {
      for (let stop = 0; stop < 40; stop++) {
        if (await page.evaluate((wanted) => document.activeElement!.matches(wanted), selector)) return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`Tab does not reach ${selector}`);
    };
    await focus("#key");
    await page.keyboard.type(key);
    await focus("#field-html");
    await page.keyboard.type("<p>more");
    await focus("summary");
    await page.keyboard.press("Enter");
    await focus("#field-options-scale");
    await page.keyboard.type("1.5");
    await focus("button");
    assert.match(await sent(page, () => page.keyboard.press("Enter")), /^%PDF-/);
    assert.match(await textOf(page, "#answer a[download]"), /^Save html\.pdf /);
    assert.match(await textOf(page, "#answer table"), /x-credits-remaining4/);
    const command = await textOf(page, "#command");
    assert.match(command, /^curl --fail-with-body \S+\/convert\/html-to-pdf -H 'X-API-Key: pk_\w+' .* -o html\.pdf /);
    assert.match(command, /<p>more.*"scale":1\.5/);
    assert.deepEqual(complaints, []);
    assert.deepEqual(await axeFindings(page), []);
  });

  test("accepts headers and cookies as JSON, of which it shows an example", async () => {
    await using visited = await visit(`${origin}/docs/try`);
    const { page } = visited;
    const example = (name: string) => page.$eval(`#field-${name}`, (input) => (input as HTMLInputElement).placeholder);
    for (const name of ["headers", "cookies"]) {
      const json = await example(name);
      await page.type(`#field-${name}`, json);
      assert.ok((await textOf(page, "#command")).includes(`"${name}":${json}`), json);
    }
  });

  test("sends files that are chosen, in a form with options", async () => {
    const { key } = await newAccount(5);
    await using visited = await visit(`${origin}/docs/try#key=${key}`);
    const { page, complaints } = visited;
    assert.equal(page.url(), `${origin}/docs/try`);
    await choose(page, "/pdf/merge");
    const input = (await page.$("input#field-files"))!;
    await input.uploadFile(resolve("samples/letter.pdf"), resolve("samples/annex.pdf"));
    await page.type("#field-order", "[1,0]");
    assert.match(await sent(page, () => page.click("button")), /^%PDF-/);
    assert.match(await textOf(page, "#command"), /-F files=@letter\.pdf -F files=@annex\.pdf -F 'order=\[1,0\]'/);
    assert.deepEqual(complaints, []);
  });

  test("sends a file that is dropped, and shows HTML in a frame without rights", async () => {
    const { key } = await newAccount(5);
    await using visited = await visit(`${origin}/docs/try#key=${key}`);
    const { page, complaints } = visited;
    await choose(page, "/convert/xml-to-html", "multipart/form-data");
    await page.evaluate(() => {
      const drop = (id: string, name: string, text: string) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
        document.getElementById(id)!.dispatchEvent(event);
      };
      drop("field-xml", "a.xml", "<a>dropped</a>");
      const start = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">';
      drop(
        "field-xslt",
        "a.xsl",
        `${start}<xsl:template match="/"><p><xsl:value-of select="."/></p></xsl:template></xsl:stylesheet>`,
      );
    });
    assert.match(await sent(page, () => page.click("button")), /<p>dropped<\/p>/);
    assert.equal(await page.$eval("iframe", (frame) => frame.getAttribute("sandbox")), "");
    assert.deepEqual(complaints, []);
  });

  test("follows a job to its end, and shows the address of its result", async () => {
    const { key } = await newAccount(5);
    await using visited = await visit(`${origin}/docs/try#key=${key}`);
    const { page, complaints } = visited;
    await page.click("#later");
    assert.match(await textOf(page, "#command"), /-H 'Prefer: respond-async'/);
    await page.type("#field-html", "<p>later");
    await page.click("button");
    await page.waitForFunction(() => document.getElementById("status")!.textContent.includes("succeeded"));
    assert.equal(await textOf(page, "#status"), "Job succeeded, begun once.");
    assert.match(await textOf(page, "#answer a[download]"), /^Save html\.pdf \(\d+ bytes\)$/);
    const address = await page.$eval("#answer a[download]", (link) => (link as HTMLAnchorElement).href);
    assert.match(Buffer.from(await (await fetch(address)).arrayBuffer()).toString("latin1"), /^%PDF-/);
    assert.match(await textOf(page, "#answer pre"), /"state": "succeeded"/);
    await choose(page, "/uploads");
    assert.equal(await page.$eval("#later-field", (field) => (field as HTMLElement).hidden), true);
    assert.deepEqual(complaints, []);
    assert.deepEqual(await axeFindings(page), []);
  });

  test("shows metadata, and errors with their message", async () => {
    const { key } = await newAccount(1);
    await using visited = await visit(`${origin}/docs/try#key=${key}`);
    const { page } = visited;
    await page.click("#metadata");
    await page.click("button");
    assert.equal(await answered(page), "200 OK");
    assert.match(await textOf(page, "#answer pre"), /"fileName": "html\.pdf"/);
    await page.click("button");
    await page.waitForFunction(() => document.getElementById("status")!.textContent.startsWith("402"));
    assert.match(await textOf(page, "#answer pre"), /INSUFFICIENT_CREDITS/);
  });
});
