import { expect } from "playwright/test";
import { TLS } from "../../server/support/certificates.ts";
import { clickInFrame, fits, signInThere, test } from "../framed-site.ts";
import { heading, signInForm, WORKPLACE } from "../steps.ts";

// Without HTTPS the school's cookie is refused, and Firefox says so in its console.
test.use({ ignoreHTTPSErrors: true, settings: { TLS_CERT: TLS.certFile, TLS_KEY: TLS.keyFile } });

test("keeps the session after a reload in another site's page", async ({ page, openElement }) => {
  const frame = await openElement(page, "/index.html");
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect(signInForm(frame)).toBeVisible();
    await fits(page);
  }
  await signInThere(frame);
  await page.getByRole("link", { name: "Pattern making" }).click();
  await clickInFrame(frame.getByRole("button", { name: "Tools and paper" }));
  await clickInFrame(frame.getByRole("link", { name: WORKPLACE.title }));
  await expect(heading(frame)).toHaveText(WORKPLACE.title);
  await clickInFrame(frame.getByRole("button", { name: "Mark as complete" }));
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
