import { expect } from "playwright/test";
import { answerLesson } from "./answers.ts";
import { admin, test } from "./school.ts";
import { lessonAddress, signIn, WORKPLACE } from "./steps.ts";

/** A lesson pasted from several sources, with styles and handlers that are removed. */
const HTML = `
  <p style="color: red" onclick="go()">Cut on the fold.</p>
  <style>p { color: red }</style>
  <img src="x" onerror="go()" alt="">
  <details open ontoggle="go()"><summary>Why?</summary><p>The grain runs along it.</p></details>`;

test("an unfolded element has room, and removed content causes no policy error", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(globalThis, { refused });
    addEventListener("securitypolicyviolation", (event) =>
      refused.push(`${event.effectiveDirective} ${event.blockedURI}`),
    );
  });
  const pages = [{ title: "", html: HTML, subLessons: [] }];
  await answerLesson(page, WORKPLACE.key, { en: { pages } });
  await signIn(page, admin, lessonAddress(WORKPLACE));
  for (const sanitiser of ["of the browser", "of the app"]) {
    await test.step(`with the sanitiser ${sanitiser}`, async () => {
      if (sanitiser === "of the app") {
        await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, "setHTML"));
        await page.reload();
      }
      const folded = page.getByText("The grain runs along it.");
      await expect(page.getByText("Cut on the fold.")).toBeVisible();
      await expect(folded).toBeVisible();
      expect((await folded.boundingBox())?.height).toBeGreaterThan(10);
      await page.getByText("Why?").click();
      await expect(folded).toBeHidden();
      await page.getByText("Why?").click();
      await expect(folded).toBeVisible();
      expect(
        await page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused),
      ).toEqual([]);
    });
  }
});
