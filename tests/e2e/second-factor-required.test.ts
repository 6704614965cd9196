import { expect, type Page } from "playwright/test";
import { addStudent } from "./add-student.ts";
import { findings } from "./axe-findings.ts";
import { inOwnSchool } from "./school.ts";
import { choose, heading, signInForm, submitSignIn } from "./steps.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

const TUTOR_LEVEL = 10;

/** A school that lets in no staff without a second factor. */
const test = inOwnSchool({ SECOND_FACTOR: "staff" });

const greeting = (page: Page) => page.getByRole("button", { name: "Hello, Noa" });

test("a tutor without a second factor sets up a passkey at the sign-in, and cannot go round it", {
  tag: "@runtime",
}, async ({ page, own: { url, dataDir } }) => {
  // Browsers have no passkeys on an IP address.
  const address = url.replace("127.0.0.1", "localhost");
  const tutor = await addStudent(dataDir, ["PMB"], TUTOR_LEVEL);
  await addAuthenticator(page);
  const step = page.getByRole("form", { name: "One more step" });

  await test.step("neither an address nor a reload leads round it", async () => {
    await page.goto(`${address}/tls/tutor-talk`);
    await submitSignIn(page, tutor);
    await expect(heading(page)).toHaveText("One more step");
    await expect(page.getByText(/^Your school asks its staff/)).toBeFocused();
    expect(await findings(page)).toEqual([]);
    const stored = await page.evaluate(() => localStorage.getItem("session.v1"));
    expect(stored).toBeNull();
    await page.reload();
    await expect(signInForm(page)).toBeVisible();
    await expect(greeting(page)).toHaveCount(0);
  });

  await test.step("a passkey is made after going back from the app, and lets in", async () => {
    await page.goto(`${address}/tls/tutor-talk`);
    await submitSignIn(page, tutor);
    await step.getByRole("button", { name: "Set up an authenticator app" }).click();
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    // The press that has chosen must not submit what it has chosen.
    const code = step.getByRole("textbox", { name: "Code from the app" });
    await expect(code).toHaveAccessibleDescription("");
    await step.getByRole("button", { name: "Back" }).click();
    await step.getByRole("button", { name: "Add a passkey" }).click();
    await step.getByRole("textbox", { name: /^Name of the passkey/ }).fill("Blue laptop");
    expect(await findings(page)).toEqual([]);
    await step.getByRole("button", { name: "Continue" }).click();
    // The recovery codes are shown before the app is.
    const shown = page.getByRole("region", { name: "Your recovery codes" });
    await expect(shown.getByRole("heading")).toBeFocused();
    await expect(shown.getByRole("listitem")).toHaveCount(10);
    expect(await findings(page)).toEqual([]);
    await shown.getByRole("button", { name: "I have kept them" }).click();
    await expect(heading(page)).toHaveText("Tutor talk");
    await page.reload();
    await expect(heading(page)).toHaveText("Tutor talk");
  });

  await test.step("from then on the passkey is asked for", async () => {
    await choose(page, "Hello, Noa", "Logout");
    await submitSignIn(page, tutor);
    await step.getByRole("button", { name: "Use a passkey" }).click();
    await expect(greeting(page)).toBeVisible();
  });
});
