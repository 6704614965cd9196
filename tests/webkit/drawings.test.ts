import { writeFile } from "node:fs/promises";
import { expect } from "playwright/test";
import { COURSE, lessonAddress, WORKPLACE } from "../e2e/steps.ts";
import { LEGIBLE, legibleShare } from "../pixels/legible-share.ts";
import { signIn } from "./steps.ts";
import { test } from "./webkit.ts";

for (const theme of ["light", "dark"] as const) {
  test(`drawings are legible on every background, in a ${theme} window`, async ({
    openBrowser,
    running,
    admin,
  }) => {
    const page = await openBrowser({ theme });
    const expectLegible = async (name: string, selector: string) => {
      // A loaded picture is painted in one of the next frames.
      const share = async () => {
        const picture = await page.picture(selector);
        await writeFile(test.info().outputPath(`${name}.png`), picture);
        return legibleShare(picture);
      };
      await expect.poll(share, name).toBeGreaterThan(LEGIBLE);
    };
    await page.open(`${running.url}${COURSE}`);
    await signIn(page, admin);
    const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
    expect(await page.run(isDark)).toBe(theme === "dark");
    await page.click("button", "Tools and paper");
    await page.see("link", WORKPLACE.title);
    await expectLegible("a lesson's tile", "main li img");
    await page.open(`${running.url}${lessonAddress(WORKPLACE)}`);
    await expectLegible("a lesson's figure", "figure img");
    await page.click("button", /^Enlarge/);
    await expectLegible("an enlarged figure", "dialog img");
    await page.open(`${running.url}/tls/glossary`);
    await expectLegible("a term", "main img");
    await page.open(`${running.url}/tls/assignments`);
    await expectLegible("an assignment", "main img");
  });
}
