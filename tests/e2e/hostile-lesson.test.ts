import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import { answerLesson } from "./answers.ts";
import { admin, test } from "./school.ts";
import { heading, lessonAddress, PAPER, signIn, WORKPLACE } from "./steps.ts";

const CORPUS = path.join(import.meta.dirname, "../../../shared/corpora/dompurify/expect.json");
const corpus = existsSync(CORPUS)
  ? (JSON.parse(readFileSync(CORPUS, "utf8")) as { payload: string }[])
  : [];

/** Attacks on lesson HTML; `pwned()` reports each one that runs. */
const OWN = [
  "<script>pwned('script')</script>",
  "<img src=x onerror=pwned('img')>",
  "<svg onload=pwned('svg')><script>pwned('svg script')</script></svg>",
  "<iframe srcdoc=\"<script>parent.pwned('iframe')</script>\"></iframe>",
  "<video><source onerror=pwned('source')></video>",
  "<details open ontoggle=pwned('details')>x</details>",
  "<a href=\"javascript:pwned('href')\">x</a>",
  "<a data-lesson=\"javascript:pwned('lesson')\">x</a>",
  '<img data-asset="https://outside.example/asset.png" src="https://outside.example/pixel.png">',
  "<style>@import 'https://outside.example/style.css'</style>",
  '<p style="background:url(https://outside.example/style.png)">x</p>',
  '<link rel="stylesheet" href="https://outside.example/link.css">',
  '<meta http-equiv="refresh" content="0;url=https://outside.example/">',
  '<base href="https://outside.example/">',
  '<form action="https://outside.example/"><input name="password"><button>OK</button></form>',
  '<object data="https://outside.example/object"></object>',
  '<embed src="https://outside.example/embed">',
  '<video src="https://outside.example/film.mp4" poster="https://outside.example/poster.png" autoplay>',
  '<audio src="https://outside.example/sound.mp3" autoplay></audio>',
  '<img srcset="https://outside.example/set.png 1x">',
  '<a href="https://outside.example/" ping="https://outside.example/ping">x</a>',
  '<div id="root">x</div><div id="content">y</div>',
];

const payloads = [...OWN, ...corpus.map(({ payload }) => payload)];

// The page's policy would stop many attacks too; it is off here to test the sanitiser alone.
test.use({ bypassCSP: true });

/**
 * Puts attacks that end where they should on pages of thirty. One that takes what follows with it, such
 * as an open `<style>`, has a page of its own. To be run in a browser.
 */
const intoPages = (attacks: string[]) => {
  const alone: { html: string; numbers: number[] }[] = [];
  const together: ((typeof alone)[number] & { isReported: boolean })[] = [];
  for (const [at, attack] of attacks.entries()) {
    const number = at + 1;
    const { body } = document.implementation.createHTMLDocument();
    body.innerHTML = `<p>before</p>${attack}<p id="after">after</p>`;
    const endsWell =
      body.firstElementChild?.outerHTML === "<p>before</p>" &&
      body.lastElementChild?.outerHTML === '<p id="after">after</p>' &&
      body.querySelectorAll("#after").length === 1;
    const html = `<p>Readable ${number}.</p>${attack}`;
    // What a policy would report is parsed in a frame, and all else without one: each page has one kind.
    const isReported = /style|on\w+\s*=/i.test(attack);
    const last = together.findLast((one) => one.isReported === isReported);
    if (!endsWell) alone.push({ html, numbers: [number] });
    else if (!last || last.numbers.length === 30) {
      together.push({ html, numbers: [number], isReported });
    } else {
      last.html += html;
      last.numbers.push(number);
    }
  }
  return [...together, ...alone];
};

/** Opens every page, looks for what should have been removed, and clicks what is left. */
const lookThrough = async ([pages, base]: readonly [number[][], string]): Promise<string[]> => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const problems: string[] = [];
  const text = () => document.querySelector("article [lang][dir]");
  const missing = (numbers: number[]) => {
    const said = text()?.textContent ?? "";
    return numbers.filter((number) => !said.includes(`Readable ${number}.`));
  };
  for (const [at, numbers] of pages.entries()) {
    history.pushState(null, "", `${base}?page=${at + 1}`);
    for (let tries = 0; tries < 200 && missing(numbers).length > 0; tries += 1) await frame();
    for (const number of missing(numbers)) problems.push(`${number}: unreadable`);
    for (const element of text()?.querySelectorAll("*") ?? []) {
      const name = element.localName;
      if (/^(script|style|link|meta|base|i?frame|object|embed|form|input|svg|math)$/.test(name)) {
        problems.push(`${numbers}: <${name}>`);
      }
      for (const attribute of element.attributes) {
        const own = attribute.name === "href" && /^(#|\/tls\/)/.test(attribute.value);
        const blob = attribute.name === "src" && attribute.value.startsWith("blob:");
        const loads = /^(on.*|style|srcset|src|href|action|formaction|ping|poster|id|name)$/;
        if (loads.test(attribute.name) && !own && !blob) {
          problems.push(`${numbers}: ${attribute.name}="${attribute.value}"`);
        }
      }
    }
    // Clicks every element, as a reader might.
    for (const link of text()?.querySelectorAll<HTMLElement>("a:not([href^='/tls/'])") ?? []) {
      link.click();
    }
    await frame();
  }
  return problems;
};

test("runs and loads nothing that a school's content holds", async ({ page, school }) => {
  // Without the corpus beside this checkout only this file's own are tried.
  test.info().annotations.push({ type: "corpus", description: `${corpus.length} payloads` });
  const outside: string[] = [];
  const ran: string[] = [];
  page.on("dialog", async (dialog) => {
    ran.push(`${dialog.type()}: ${dialog.message()}`);
    await dialog.dismiss();
  });
  const hostile = await page.evaluate(intoPages, payloads);
  const numbers = hostile.map((one) => one.numbers);
  expect(numbers.flat()).toHaveLength(payloads.length);
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${school}/`)) {
      outside.push(request.url());
    }
  });
  await page.exposeFunction("pwned", (what: string) => ran.push(what));
  await page.addInitScript(() => {
    const tell = (what: unknown) =>
      (globalThis as unknown as { pwned: (text: string) => void }).pwned(String(what));
    Object.assign(globalThis, { alert: tell, confirm: tell, prompt: tell, print: tell });
  });
  const pages = hostile.map(({ html }, at) => ({ title: `Page ${at + 1}`, html, subLessons: [] }));
  await answerLesson(page, WORKPLACE.key, { en: { pages } });
  const title = "<img src=x onerror=alert(1)> & {name} {{x}} <b>bold</b>";
  await page.route("**/skeleton", async (route) => {
    const { product } = await (await route.fetch()).json();
    product.lessons[PAPER.key].title.en = title;
    product.menu.menu1[0].props.translations = [{ language: "en", title, descr: title }];
    await route.fulfill({ json: { product } });
  });

  for (const sanitiser of ["of the browser", "of the app"]) {
    await test.step(`no hostile lesson runs a script, loads anything external or breaks the page, with the sanitiser ${sanitiser}`, async () => {
      if (sanitiser === "of the browser") {
        await signIn(page, admin, lessonAddress(WORKPLACE));
      } else {
        await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, "setHTML"));
        await page.goto(lessonAddress(WORKPLACE));
      }
      const next = page.getByRole("button", { name: "Next page" });
      await expect(next).toBeVisible();
      const base = lessonAddress(WORKPLACE);
      const findings = await page.evaluate(lookThrough, [numbers, base] as const);
      expect(findings).toEqual([]);
      await expect(page.getByText(`Page ${hostile.length} of ${hostile.length}`)).toBeVisible();
      await page.getByRole("button", { name: "Previous page" }).click();
      await expect(page.getByText(`Readable ${numbers.at(-2)?.[0]}.`)).toBeVisible();
      await expect(heading(page)).toHaveText(WORKPLACE.title);
      await page.getByRole("link", { name: "Back to lessons" }).click();
      await expect(page.getByRole("list", { name: "Lessons" })).toBeVisible();
      expect(ran, "what ran").toEqual([]);
      expect(outside, "what was asked for outside").toEqual([]);
    });
  }

  await test.step("titles are shown literally, whatever they contain", async () => {
    await expect(page.getByRole("button", { name: title })).toBeVisible();
    await expect(page.getByRole("link", { name: title })).toBeVisible();
    await expect(page.locator("main b, main img[onerror]")).toHaveCount(0);
  });
});
