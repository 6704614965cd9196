import { expect, type Locator, type Page } from "playwright/test";
import { LEGIBLE, legibleShare } from "../pixels/legible-share.ts";
import { admin, test } from "./school.ts";
import { COURSE, heading, lessonAddress, openInside, signIn, WORKPLACE } from "./steps.ts";

/** Takes a screenshot of the picture once it has loaded. */
const legible = async (picture: Locator): Promise<number> => {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(0);
  return legibleShare(await picture.screenshot());
};

const expectLegible = async (pictures: Record<string, Locator>): Promise<void> => {
  for (const [name, picture] of Object.entries(pictures)) {
    // A loaded picture is painted in one of the next frames.
    await expect.poll(() => legible(picture), name).toBeGreaterThan(LEGIBLE);
  }
};

const lessonPicture = (page: Page) => page.getByRole("figure").getByRole("img").first();

/** Drawings in the styles of other schools. */
const drawing = (style: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><style>path{fill:none;stroke:#1d2433;stroke-width:3}${style}</style>` +
  '<path d="M20 20h360v260h-360zM20 20l360 260M20 280L380 20M200 20v260"/></svg>';

const OTHER_DRAWINGS = {
  "without a word on dark mode": "",
  "with lines of its own for dark mode": "@media(prefers-color-scheme:dark){path{stroke:#eceef3}}",
};

test.use({ colorScheme: "dark" });

// The colours of a drawing are made for light ground.
test("drawings are legible on every background", { tag: "@dark" }, async ({ page }) => {
  const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
  expect(await page.evaluate(isDark)).toBe(true);
  await signIn(page, admin, COURSE);
  await page.getByRole("button", { name: "Tools and paper" }).click();
  const tile = page.getByRole("listitem").filter({ hasText: WORKPLACE.title }).locator("img");
  await expectLegible({ "a lesson's tile": tile });
  await openInside(page, lessonAddress(WORKPLACE));
  await expectLegible({ "a lesson's figure": lessonPicture(page) });
  await page
    .getByRole("button", { name: /^Enlarge/ })
    .first()
    .click();
  await expectLegible({ "an enlarged figure": page.getByRole("dialog").locator("img") });
  await page.keyboard.press("Escape");
  await openInside(page, "/tls/glossary");
  await expectLegible({ "a term": page.getByRole("main").locator("img").first() });
  await openInside(page, "/tls/assignments");
  await expect(heading(page)).toHaveText("Assignments");
  // Its picture is fetched when it scrolls into view, and hand-ins of other tests may be above it.
  const assignment = page.getByRole("listitem").filter({
    has: page.getByRole("heading", { level: 4 }),
  });
  const picture = assignment.locator("img").first();
  await expect(async () => {
    await assignment.first().scrollIntoViewIfNeeded();
    await expect(picture).toBeAttached({ timeout: 1000 });
  }).toPass();
  await expectLegible({ "an assignment": picture });
});

test("a drawing on a transparent background is legible in dark mode, with and without lines of its own for it", {
  tag: "@dark",
}, async ({ page }) => {
  let style = "";
  await page.route("**/api/assets/fetchData?**", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: drawing(style) }),
  );
  for (const [name, own] of Object.entries(OTHER_DRAWINGS)) {
    style = own;
    const arrived = page.waitForResponse("**/api/assets/fetchData?**");
    if (own === "") await signIn(page, admin, lessonAddress(WORKPLACE));
    else await page.reload();
    await arrived;
    await expectLegible({ [`its figure, ${name}`]: lessonPicture(page) });
  }
});
