import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type FrameLocator, type Page, type Request } from "playwright/test";
import { startSchool } from "../../scripts/school/start-school.ts";
import { TLS } from "../server/support/certificates.ts";
import { copySchool } from "./prepared-school.ts";
import { dana, test as schoolTest } from "./school.ts";
import { heading, signInForm, submitSignIn } from "./steps.ts";

interface Site {
  /** Opens the page of the site that shows the school in a frame. */
  open: (page: Page) => Promise<FrameLocator>;
}

/**
 * A site of the school's own, which shows the school in a frame. `localhost` and `127.0.0.1` are
 * different sites for a browser, so the school is a third party there.
 */
const test = schoolTest.extend<Site & { settings: Record<string, string> }>({
  // Each test has a school of its own, which knows the address of its site.
  settings: [{}, { option: true }],
  open: async ({ settings }, use) => {
    let school = "";
    const site = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(
        `<!doctype html><title>Tailors</title><iframe title="School" src="${school}/tls/" width="1000" height="700"></iframe>`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const { port } = site.address() as AddressInfo;
    const origin = `http://localhost:${port}`;
    const running = await startSchool({
      dataDir: copySchool(),
      settings: { ...settings, ALLOWED_ORIGINS: origin },
    });
    school = running.url;
    await use(async (page) => {
      await page.goto(origin);
      return page.frameLocator("iframe");
    });
    await running.stop({ keepData: false });
    site.close();
  },
});

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

test("signing in works in the frame of another site, where the browser refuses the school's cookie", async ({
  page,
  open,
}) => {
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

  test("signing in works in the frame of another site, where the browser keeps the school's cookie for that site alone", async ({
    page,
    open,
  }) => {
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
