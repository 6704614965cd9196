import { expect } from "playwright/test";
import { addSecondFactor } from "../../support/add-second-factor.ts";
import { addStudent } from "../add-student.ts";
import { fillInAtProvider, OPENID_BUTTON, test } from "../openid-school.ts";
import { COURSE, choose, heading, signInForm, submitSignIn } from "../steps.ts";

const TUTOR_LEVEL = 10;

test("a person signs in with an account of the school, and a tutor with a code of an app", async ({
  page,
  alone,
  framedSchool: { dataDir },
}) => {
  await test.step("with an account of the school, there and back", async () => {
    await page.goto(`${alone}${COURSE}`);
    await page.getByRole("button", { name: OPENID_BUTTON }).click();
    await fillInAtProvider(page, "rosa");
    await expect(heading(page)).toHaveText("Pattern making basics");
    await expect(page).toHaveURL(`${alone}${COURSE}`);
    await choose(page, "Hello, Rosa", "Logout");
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await expect(signInForm(page)).toBeVisible();
  });

  await test.step("with a code, beside a passkey of another device", async () => {
    // Browsers have no passkeys on an IP address.
    const address = alone.replace("127.0.0.1", "localhost");
    const tutor = await addStudent(dataDir, ["PMB"], TUTOR_LEVEL);
    const nextCode = await addSecondFactor(address, tutor);
    await page.goto(`${address}/tls/`);
    await submitSignIn(page, tutor);
    await expect(page.getByRole("button", { name: "Use a passkey" })).toBeFocused();
    await page.getByRole("textbox", { name: /^Code from your authenticator/ }).fill(nextCode());
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("button", { name: "Hello, Noa" })).toBeVisible();
    await expect(heading(page)).toHaveText("Desk");
  });
});
