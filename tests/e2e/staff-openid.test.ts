import { expect } from "playwright/test";
import { CLIENT_ID, CLIENT_SECRET } from "../support/openid-provider.ts";
import { findings } from "./axe-findings.ts";
import { fillInAtProvider, startProviderOfRosa } from "./openid-school.ts";
import { admin, test } from "./school.ts";
import { signIn } from "./steps.ts";

test("an administrator signs in once in a window to try a provider, sees what would follow, and stays who they are", async ({
  page,
  running,
  context,
}) => {
  const provider = await startProviderOfRosa();
  await provider.serve(running.url);
  // The provider's pages ask for a font of another site.
  await context.route(/fonts\.googleapis/, (route) => route.fulfill({ body: "" }));
  await signIn(page, admin, "/tls/desk/school");
  await page.getByText("Accounts of a provider (OpenID Connect)").click();
  const form = page.locator("form").filter({ hasText: "Allow this redirect URI" });
  const tries = form.getByRole("button", { name: "Sign in once to try it" });
  const field = (name: string) => form.getByRole("textbox", { name });

  await test.step("a provider that cannot be reached is said, and its window closes", async () => {
    await field("Address of the provider").fill("http://127.0.0.1:9");
    await field("Client ID (the school’s name at the provider)").fill(CLIENT_ID);
    await form.getByLabel("Client secret").fill(CLIENT_SECRET);
    const opened = page.waitForEvent("popup");
    await tries.click();
    const closed = (await opened).waitForEvent("close");
    await expect(form.getByText(/The school refuses this/)).toBeVisible();
    await closed;
  });

  await test.step("a window that is closed, or in which somebody declines, is said", async () => {
    await field("Address of the provider").fill(provider.issuer);
    const opened = page.waitForEvent("popup");
    await tries.click();
    const first = await opened;
    await expect(first.getByPlaceholder("Enter any login")).toBeVisible();
    await first.close();
    await expect(form.getByText(/The window was closed/)).toBeVisible();
    const again = page.waitForEvent("popup");
    await tries.click();
    await (await again).getByRole("link", { name: "Cancel" }).click();
    await expect(form.getByText(/the sign-in was cancelled/)).toBeVisible();
    await expect(form.getByText(/access_denied/)).toBeVisible();
  });

  await test.step("what came back is shown, and the administrator stays signed in", async () => {
    await form
      .getByRole("combobox", { name: "People without an account" })
      .selectOption({ index: 1 });
    await field("Claim with the courses").fill("school.courses");
    const opened = page.waitForEvent("popup");
    await tries.click();
    const window = await opened;
    const closed = window.waitForEvent("close");
    await fillInAtProvider(window, "rosa");
    await closed;
    await expect(form.getByText("It works. Nobody was signed in")).toBeVisible();
    await expect(form.getByText("The provider has verified it.")).toBeVisible();
    await expect(form.getByText("A new account would be created.")).toBeVisible();
    await expect(form.getByText("Courses that would begin: PMB")).toBeVisible();
    expect(await findings(page, { inDark: true })).toEqual([]);
    await page.reload();
    await expect(page.getByRole("button", { name: "Hello, Miriam" })).toBeVisible();
    await page.getByText("Accounts of a provider (OpenID Connect)").click();
    await expect(field("Address of the provider")).toHaveValue("");
  });
  await provider.close();
});
