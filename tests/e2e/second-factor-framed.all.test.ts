import { expect, type FrameLocator } from "playwright/test";
import { addStudent } from "./add-student.ts";
import { test } from "./framed-site.ts";
import { choose, signInForm, submitSignIn } from "./steps.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

const TUTOR_LEVEL = 10;

const step = (frame: FrameLocator) => frame.getByRole("form", { name: "One more step" });
const greeting = (frame: FrameLocator) => frame.getByRole("button", { name: "Hello, Noa" });
const signOut = (frame: FrameLocator) => choose(frame, "Hello, Noa", "Logout");

test("makes and uses a passkey in another site's page", async ({ page, site, framedSchool }) => {
  const tutor = await addStudent(framedSchool.dataDir, ["PMB"], TUTOR_LEVEL);
  const device = await addAuthenticator(page);
  // Browsers have no passkeys on an IP address. For a browser this is another site than `localhost`.
  const school = framedSchool.url.replace("127.0.0.1", "school.localhost");
  let recovery = "";
  const openSection = async (frame: FrameLocator) => {
    await choose(frame, "Hello, Noa", "Profile");
    await frame.locator("summary").getByRole("heading", { name: "Second factor" }).click();
    return frame.getByRole("region", { name: "Second factor" });
  };

  await page.goto(`${site}/?element=&school=${school}`);
  const element = page.frameLocator("learning-space iframe");

  await test.step("the script's frame makes a passkey", async () => {
    await submitSignIn(element, tutor);
    const section = await openSection(element);
    await section.getByRole("button", { name: "Add a passkey" }).click();
    await section.getByRole("textbox", { name: /^Name of the passkey/ }).fill("Blue laptop");
    await section.getByLabel("Current password or a fresh code").fill(tutor.password);
    await section.getByRole("button", { name: "Continue" }).click();
    const codes = section.getByRole("region", { name: "Your recovery codes" });
    recovery = (await codes.getByRole("listitem").first().textContent()) ?? "";
    await codes.getByRole("button", { name: "I have kept them" }).click();
    await expect(section.getByRole("listitem")).toContainText(["Blue laptop"]);
  });

  await test.step("and uses it at the sign-in", async () => {
    await signOut(element);
    await submitSignIn(element, tutor);
    await step(element).getByRole("button", { name: "Use a passkey" }).click();
    await expect(greeting(element)).toBeVisible();
    await signOut(element);
  });

  await test.step("one that does not work there leads to a page of the app's own", async () => {
    await device.lose();
    await submitSignIn(element, tutor);
    await step(element).getByRole("button", { name: "Use a passkey" }).click();
    await expect(element.getByRole("alert")).toContainText("The passkey did not work");
    const opened = page.waitForEvent("popup");
    await step(element).getByRole("link", { name: "Open it in a page of its own" }).click();
    await expect(signInForm(await opened)).toBeVisible();
    expect((await opened).url()).toContain(`${school}/tls/`);
    await (await opened).close();
  });

  await test.step("a frame without leave for passkeys says so, and takes a code", async () => {
    await page.goto(`${site}/?school=${school}`);
    const plain = page.frameLocator("iframe");
    await submitSignIn(plain, tutor);
    await expect(step(plain)).toContainText("may refuse passkeys inside a page of another site");
    await expect(step(plain).getByRole("link")).toHaveAttribute("target", "_blank");
    await expect(plain.getByRole("button", { name: "Use a passkey" })).toHaveCount(0);
    await step(plain).getByRole("textbox", { name: "Recovery code" }).fill(recovery);
    await step(plain).getByRole("button", { name: "Sign in" }).click();
    await expect(greeting(plain)).toBeVisible();
  });
});
