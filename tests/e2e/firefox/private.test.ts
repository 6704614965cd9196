import { expect, type FrameLocator, type Locator, type Page } from "playwright/test";
import { test } from "../framed-site.ts";
import { dana } from "../school.ts";
import { heading, PAPER, signInForm, WORKPLACE } from "../steps.ts";

test.use({ serviceWorkers: "allow" });

type Place = Page | FrameLocator;

/** Playwright's pointer and keys do not reach another site's frame in a released Firefox. */
const click = (element: Locator): Promise<void> => element.dispatchEvent("click");

const buttonIn = (place: Place, name: string | RegExp) =>
  place.getByRole("button", { name, exact: true });

/** Signs in, and opens the first lessons of a course. */
const openCourse = async (place: Place) => {
  const form = signInForm(place);
  await form.getByRole("textbox", { name: "Username" }).fill(dana.username);
  await form.getByRole("textbox", { name: "Password" }).fill(dana.password);
  await click(form.getByRole("button", { name: "Sign in", exact: true }));
  await expect(heading(place)).toHaveText("Profile");
  await click(buttonIn(place, "Courses"));
  await click(place.getByRole("menuitem", { name: "Pattern making basics" }));
  await click(buttonIn(place, "Tools and paper"));
};

const complete = async (place: Place, { title }: { title: string }) => {
  await click(place.getByRole("link", { name: title }));
  await expect(heading(place)).toHaveText(title);
  await click(buttonIn(place, "Mark as complete"));
  await expect(buttonIn(place, "Completed")).toBeVisible();
};

test("studying works in a private window, and in a frame whose storage the browser refuses", {
  tag: "@private",
}, async ({ page, framedSchool, open }) => {
  await test.step("in a private window", async () => {
    await page.goto(`${framedSchool.url}/tls/`);
    await openCourse(page);
    await complete(page, WORKPLACE);
    await page.reload();
    await expect(buttonIn(page, "Completed")).toBeVisible();
  });

  await test.step("in a frame whose storage the browser refuses", async () => {
    const frame = await open(page);
    await expect(signInForm(frame)).toBeVisible();
    const isRefused = () =>
      navigator.locks.request("any", () => false).catch((error) => error.name === "SecurityError");
    expect(await page.frames()[1]?.evaluate(isRefused)).toBe(true);
    // The browser grants it after a real press alone, and Playwright's does not reach the frame.
    const notice = frame.getByRole("complementary", { name: "Staying signed in" });
    await expect(notice).toContainText("sign in again each time");
    await click(notice.getByRole("button", { name: "Allow" }));
    await expect(notice.getByRole("link", { name: "Open in a new window" })).toBeVisible();
    await openCourse(frame);
    await complete(frame, PAPER);
  });
});
