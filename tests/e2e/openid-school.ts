import type { Page } from "playwright/test";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startProvider,
  type TestProvider,
} from "../support/openid-provider.ts";
import { test as siteTest } from "./framed-site.ts";

export const openIdSettings = ({ issuer }: TestProvider) => ({
  OPENID_ISSUER: issuer,
  OPENID_CLIENT_ID: CLIENT_ID,
  OPENID_CLIENT_SECRET: CLIENT_SECRET,
  OPENID_NAME: "Thimble accounts",
  OPENID_PEOPLE: "create",
  OPENID_COURSES_CLAIM: "school.courses",
});

export const startProviderOfRosa = async (): Promise<TestProvider> => {
  const provider = await startProvider();
  provider.people.set("rosa", {
    email: "rosa@thimble.example",
    email_verified: true,
    given_name: "Rosa",
    school: { courses: ["PMB"] },
  });
  return provider;
};

/** A school whose people have accounts at a provider. `alone` is its address. */
export const test = siteTest.extend<{ provider: TestProvider; alone: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  provider: async ({}, use) => {
    const provider = await startProviderOfRosa();
    await use(provider);
    await provider.close();
  },
  settings: async ({ provider }, use) => use(openIdSettings(provider)),
  alone: async ({ provider, framedSchool, context }, use) => {
    await provider.serve(framedSchool.url);
    // The provider's pages ask for a font of another site.
    await context.route(/fonts\.googleapis/, (route) => route.fulfill({ body: "" }));
    await use(framedSchool.url);
  },
});

export const OPENID_BUTTON = "Sign in with Thimble accounts";

export const fillInAtProvider = async (page: Page, name: string): Promise<void> => {
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("x");
  await page.getByRole("button", { name: "Sign-in" }).click();
};
