import { startSchoolWith } from "../desktop/shared-school.ts";
import { addStudent } from "../e2e/add-student.ts";
import { openIdSettings, startProviderOfRosa } from "../e2e/openid-school.ts";
import { COURSE } from "../e2e/steps.ts";
import { addSecondFactor } from "../support/add-second-factor.ts";
import { test } from "./webkit.ts";

const TUTOR_LEVEL = 10;

test("a person signs in with an account of the school, and a tutor with a code, as the browser has no passkeys", async ({
  webkit: page,
}) => {
  const provider = await startProviderOfRosa();
  const { url, dataDir, stop } = await startSchoolWith(openIdSettings(provider));
  try {
    await provider.serve(url);

    await test.step("with an account of the school, there and back", async () => {
      await page.open(`${url}${COURSE}`);
      await page.click("button", "Sign in with Thimble accounts");
      await page.until("the provider's form", () =>
        page.run(() => {
          const [name, password] = ["login", "password"].map((field) =>
            document.querySelector<HTMLInputElement>(`input[name=${field}]`),
          );
          if (!name || !password) return false;
          name.value = "rosa";
          password.value = "x";
          // After the answer, as it changes the address.
          setTimeout(() => name.form?.requestSubmit());
          return true;
        }),
      );
      await page.see("heading", "Pattern making basics");
      await page.choose("Hello, Rosa", "Logout");
      await page.click("button", "Yes, sign me out");
      await page.see("button", "Sign in");
    });

    await test.step("with a code: the app says that the browser has no passkeys", async () => {
      // Only there may the account have a passkey.
      const address = url.replace("127.0.0.1", "localhost");
      const tutor = await addStudent(dataDir, ["PMB"], TUTOR_LEVEL);
      const nextCode = await addSecondFactor(address, tutor);
      await page.open(`${address}/tls/`);
      await page.fill("Username", tutor.username);
      await page.fill("Password", tutor.password);
      await page.click("button", "Sign in");
      await page.seeText("This browser has no passkeys. Use a code.");
      await page.fill("Code from your authenticator app, or a recovery code", nextCode());
      await page.click("button", "Sign in");
      await page.see("button", "Hello, Noa");
    });
  } finally {
    await stop();
    await provider.close();
  }
});
