import { expect } from "playwright/test";
import { codeAt, PERIOD } from "../server/support/second-factor.ts";
import { addStudent } from "./add-student.ts";
import { findings } from "./axe-findings.ts";
import { test } from "./school.ts";
import { choose, heading, submitSignIn, unfold } from "./steps.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

const TUTOR_LEVEL = 10;

test("a tutor adds a passkey and an app, and signs in with each, and with a recovery code", async ({
  page,
  school,
  running,
}) => {
  const tutor = await addStudent(running.dataDir, ["PMB"], TUTOR_LEVEL);
  await addAuthenticator(page);
  // Browsers have no passkeys on an IP address.
  const address = school.replace("127.0.0.1", "localhost");
  const step = page.getByRole("form", { name: "One more step" });
  const section = page.getByRole("region", { name: "Second factor" });
  const proof = section.getByLabel("Current password or a fresh code");
  const signInAgain = async () => {
    await choose(page, /^Hello/, "Logout");
    await submitSignIn(page, tutor);
  };
  const codes: string[] = [];
  let key = "";
  let used = 0;

  /** The app's next code that has not been used: the school takes each once. */
  const nextCode = () => {
    used = Math.max(used + PERIOD, Date.now());
    return codeAt(key, used);
  };

  await test.step("a passkey, with recovery codes that are shown once", async () => {
    await page.goto(`${address}/tls/profile`);
    await submitSignIn(page, tutor);
    await unfold(page, "Second factor");
    await section.getByRole("button", { name: "Add a passkey" }).click();
    await section.getByRole("textbox", { name: /^Name of the passkey/ }).fill("Blue laptop");
    await proof.fill(tutor.password);
    await section.getByRole("button", { name: "Continue" }).click();
    await expect(section.getByRole("heading", { name: "Your recovery codes" })).toBeFocused();
    codes.push(...(await section.getByRole("listitem").allTextContents()));
    expect(codes).toHaveLength(10);
    expect(await findings(page)).toEqual([]);
    await section.getByRole("button", { name: "I have kept them" }).click();
    await expect(section.getByRole("listitem")).toContainText(["Blue laptop"]);
  });

  await test.step("an authenticator app", async () => {
    await section.getByRole("button", { name: "Set up an authenticator app" }).click();
    await proof.fill(tutor.password);
    await section.getByRole("button", { name: "Continue" }).click();
    await expect(section.getByRole("img", { name: /QR code/ })).toBeVisible();
    key = (await section.getByRole("code").textContent()) ?? "";
    await section.getByRole("textbox", { name: "Code from the app" }).fill(nextCode());
    expect(await findings(page)).toEqual([]);
    await section.getByRole("button", { name: "Continue" }).click();
    await expect(section.getByRole("listitem")).toContainText(["Blue laptop", "Authenticator app"]);
  });

  await test.step("the passkey lets in after the password", async () => {
    await signInAgain();
    await expect(heading(page)).toHaveText("One more step");
    const passkey = step.getByRole("button", { name: "Use a passkey" });
    await expect(passkey).toBeFocused();
    expect(await findings(page)).toEqual([]);
    await passkey.click();
    await expect(page.getByRole("button", { name: /^Hello/ })).toBeVisible();
  });

  await test.step("a code of the app lets in, once", async () => {
    await signInAgain();
    const code = step.getByRole("textbox", { name: /^Code from your authenticator app/ });
    await code.fill(nextCode());
    await step.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("button", { name: /^Hello/ })).toBeVisible();
  });

  await test.step("a recovery code lets in", async () => {
    await signInAgain();
    await step.getByRole("textbox").fill(codes[0] ?? "");
    await step.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("button", { name: /^Hello/ })).toBeVisible();
    await page.goto(`${address}/tls/profile`);
    await unfold(page, "Second factor");
    await expect(section).toContainText("Recovery codes left: 9");
  });
});
