import { expect, type FrameLocator, type Page } from "playwright/test";
import { codeAt, PERIOD } from "../server/support/second-factor.ts";
import { addStudent } from "./add-student.ts";
import { findings } from "./axe-findings.ts";
import { test } from "./framed-site.ts";
import { choose, heading, signInForm, submitSignIn, unfold } from "./steps.ts";

const TUTOR_LEVEL = 10;

/** Adds a device in Chromium that makes and uses passkeys without asking anybody. */
const addAuthenticator = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Nobody recognises the person any more, so that no passkey can be used. */
    lose: () => client.send("WebAuthn.clearCredentials", { authenticatorId }),
  };
};

type Place = Page | FrameLocator;
const step = (page: Place) => page.getByRole("form", { name: "One more step" });
const greeting = (page: Place) => page.getByRole("button", { name: "Hello, Noa" });
const signOut = (page: Place) => choose(page, "Hello, Noa", "Logout");

test("a tutor adds a passkey and an app, and signs in with each, and with a recovery code", async ({
  page,
  school,
  running,
}) => {
  const tutor = await addStudent(running.dataDir, ["PMB"], TUTOR_LEVEL);
  await addAuthenticator(page);
  // Browsers have no passkeys on an IP address.
  const address = school.replace("127.0.0.1", "localhost");
  const section = page.getByRole("region", { name: "Second factor" });
  const proof = section.getByLabel("Current password or a fresh code");
  const signInAgain = async () => {
    await signOut(page);
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
    const passkey = step(page).getByRole("button", { name: "Use a passkey" });
    await expect(passkey).toBeFocused();
    expect(await findings(page)).toEqual([]);
    await passkey.click();
    await expect(greeting(page)).toBeVisible();
  });

  await test.step("a code of the app lets in, once", async () => {
    await signInAgain();
    const code = step(page).getByRole("textbox", { name: /^Code from your authenticator app/ });
    await code.fill(nextCode());
    await step(page).getByRole("button", { name: "Sign in" }).click();
    await expect(greeting(page)).toBeVisible();
  });

  await test.step("a recovery code lets in", async () => {
    await signInAgain();
    await step(page)
      .getByRole("textbox")
      .fill(codes[0] ?? "");
    await step(page).getByRole("button", { name: "Sign in" }).click();
    await expect(greeting(page)).toBeVisible();
    await page.goto(`${address}/tls/profile`);
    await unfold(page, "Second factor");
    await expect(section).toContainText("Recovery codes left: 9");
  });
});

test.describe("at a school that lets in no staff without a second factor", () => {
  test.use({ settings: { SECOND_FACTOR: "staff" } });

  test("a tutor without a second factor sets up a passkey at the sign-in, and cannot go round it", {
    tag: "@runtime",
  }, async ({ page, framedSchool: { url, dataDir } }) => {
    // Browsers have no passkeys on an IP address.
    const address = url.replace("127.0.0.1", "localhost");
    const tutor = await addStudent(dataDir, ["PMB"], TUTOR_LEVEL);
    await addAuthenticator(page);

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
      await step(page).getByRole("button", { name: "Set up an authenticator app" }).click();
      await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
      // The press that has chosen must not submit what it has chosen.
      const code = step(page).getByRole("textbox", { name: "Code from the app" });
      await expect(code).toHaveAccessibleDescription("");
      await step(page).getByRole("button", { name: "Back" }).click();
      await step(page).getByRole("button", { name: "Add a passkey" }).click();
      await step(page)
        .getByRole("textbox", { name: /^Name of the passkey/ })
        .fill("Blue laptop");
      expect(await findings(page)).toEqual([]);
      await step(page).getByRole("button", { name: "Continue" }).click();
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
      await signOut(page);
      await submitSignIn(page, tutor);
      await step(page).getByRole("button", { name: "Use a passkey" }).click();
      await expect(greeting(page)).toBeVisible();
    });
  });
});

test("makes and uses a passkey in another site's page", { tag: "@all" }, async ({
  page,
  site,
  framedSchool,
}) => {
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
