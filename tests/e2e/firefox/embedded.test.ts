import { expect, type Locator } from "playwright/test";
import { TLS } from "../../server/support/certificates.ts";
import { test } from "../framed-site.ts";
import { dana } from "../school.ts";
import { heading, signInForm, WORKPLACE } from "../steps.ts";

// Without HTTPS the school's cookie is refused, and Firefox says so in its console.
test.use({ ignoreHTTPSErrors: true, settings: { TLS_CERT: TLS.certFile, TLS_KEY: TLS.keyFile } });

/** Playwright's pointer and keys do not reach another site's frame in a released Firefox. */
const click = (element: Locator): Promise<void> => element.dispatchEvent("click");

test("keeps the session after a reload in another site's page", async ({ page, openElement }) => {
  const frame = await openElement(page, "/index.html");
  const form = signInForm(frame);
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect(form).toBeVisible();
    for (const each of page.frames()) {
      const beyond = () => document.documentElement.scrollWidth - innerWidth;
      await expect.poll(() => each.evaluate(beyond)).toBeLessThanOrEqual(0);
    }
  }
  await form.getByRole("textbox", { name: "Username" }).fill(dana.username);
  await form.getByRole("textbox", { name: "Password" }).fill(dana.password);
  await click(form.getByRole("button", { name: "Sign in", exact: true }));
  await expect(heading(frame)).toHaveText("Profile");
  await page.getByRole("link", { name: "Pattern making" }).click();
  await click(frame.getByRole("button", { name: "Tools and paper" }));
  await click(frame.getByRole("link", { name: WORKPLACE.title }));
  await expect(heading(frame)).toHaveText(WORKPLACE.title);
  await click(frame.getByRole("button", { name: "Mark as complete" }));
  await expect(page.getByRole("status")).toContainText('lesson-completed {"id":100');
  await expect(page).toHaveURL(new RegExp(`#/lessons/PM/PMB/${WORKPLACE.key}$`));
  await page.goBack();
  await expect(frame.getByRole("button", { name: "Tools and paper" })).toBeVisible();
  await page.goForward();
  await expect(heading(frame)).toHaveText(WORKPLACE.title);
  await page.reload();
  await expect(heading(frame)).toHaveText(WORKPLACE.title);
  await expect(frame.getByRole("button", { name: "Completed" })).toBeVisible();
});
