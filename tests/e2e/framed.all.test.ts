import { expect, type FrameLocator, type Page, type Request } from "playwright/test";
import { TLS } from "../server/support/certificates.ts";
import { test } from "./framed-site.ts";
import { dana } from "./school.ts";
import { heading, signInForm, submitSignIn } from "./steps.ts";

test.use({ ignoreHTTPSErrors: true });

const isSignIn = (request: Request) => request.url().endsWith("/api/user/login");

const staysSignedIn = async (page: Page, frame: FrameLocator) => {
  await expect(heading(frame)).toHaveText("Profile");
  await page.reload();
  await expect(heading(frame)).toHaveText("Profile");
};

const signOut = async (frame: FrameLocator) => {
  await frame.getByRole("button", { name: `Hello, ${dana.firstName}` }).press("ArrowDown");
  await frame.getByRole("menuitem", { name: "Logout" }).click();
  await expect(signInForm(frame)).toBeVisible();
};

/** Signs in in the frame. @returns the cookie that the browser sends with it */
const signInThere = async (page: Page, frame: FrameLocator): Promise<string | undefined> => {
  const request = page.waitForRequest(isSignIn);
  await submitSignIn(frame, dana);
  const { cookie } = await (await request).allHeaders();
  await expect(heading(frame)).toHaveText("Profile");
  return cookie;
};

test("signs in within a frame whose cookies are refused", async ({ page, open }) => {
  const frame = await open(page);
  expect(await signInThere(page, frame)).toBeUndefined();
  await staysSignedIn(page, frame);
  await signOut(frame);
  expect(await signInThere(page, frame)).toBeUndefined();
  await staysSignedIn(page, frame);
  expect(await page.context().cookies()).toEqual([]);
});

test.describe("over HTTPS", () => {
  test.use({ settings: { TLS_CERT: TLS.certFile, TLS_KEY: TLS.keyFile } });

  test("signs in within a frame whose cookies are partitioned", async ({ page, open }) => {
    const frame = await open(page);
    expect(await signInThere(page, frame)).toBeUndefined();
    await staysSignedIn(page, frame);
    const [cookie] = await page.context().cookies();
    const partitionKey = expect.stringContaining("localhost");
    expect(cookie).toMatchObject({ name: "device", partitionKey });
    await signOut(frame);
    expect(await signInThere(page, frame)).toBe(`device=${cookie?.value}`);
  });
});
