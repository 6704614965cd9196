import { expect, type Frame, type Page } from "playwright/test";
import { eventsOf, noteEvents, test } from "./framed-site.ts";
import { dana } from "./school.ts";
import { heading, signIn, signInForm, submitSignIn } from "./steps.ts";

/** The same machine as another site than the one that the school lists. */
const strangerOf = (site: string): string => site.replace("localhost", "127.0.0.1");

const openPage = (page: Page, origin: string, body: string) =>
  page.goto(`${origin}/?${new URLSearchParams({ body })}`);

const addFrame = async (page: Page, id: string, src: string): Promise<Frame> => {
  await page.evaluate(
    ([name, address]) => {
      const frame = document.createElement("iframe");
      Object.assign(frame, { name, src: address });
      document.body.append(frame);
      return new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    },
    [id, src] as const,
  );
  const frame = page.frame(id);
  if (!frame) throw new Error(`There is no frame ${id}`);
  return frame;
};

const LAST = "the last message";

/**
 * Waits in a window for the last message of those that are sent to it: all earlier ones have arrived by then.
 * @param send sends them
 */
const allIn = async (frame: Frame, send: () => Promise<void>): Promise<void> => {
  await frame.evaluate((last) => {
    const arrived = new Promise<void>((resolve) => {
      addEventListener("message", ({ data }) => data === last && resolve());
    });
    Object.assign(window, { arrived });
  }, LAST);
  await send();
  await frame.evaluate(() => Object(window).arrived);
};

/** What a page may send to the app. Each would be seen: German, dark, another screen, signed out. */
const TO_APP = [
  { learningSpace: "look", lang: "de", theme: "dark" },
  { learningSpace: "go", path: "/faq" },
  { learningSpace: "sign-out" },
];

/** The same with something wrong, one of each kind. */
const MALFORMED_TO_APP = [
  ...[null, "sign-out", ["sign-out"], {}, { learningspace: "sign-out" }],
  { learningSpace: ["sign-out"] },
  { learningSpace: "no such kind" },
  { learningSpace: "look", lang: "de" },
  { learningSpace: "look", lang: "de", theme: "red" },
  { learningSpace: "look", lang: ["de"], theme: ["dark"] },
  ...["faq", ["/faq"], "https://stranger.example/", "//stranger.example/"].map((path) => ({
    learningSpace: "go",
    path,
  })),
  { learningSpace: "go", path: "/\\stranger.example/" },
  { learningSpace: "go", path: "javascript:alert(1)" },
];

/** What the app may send to its page. Each would be seen in the page. */
const TO_PAGE = [
  { learningSpace: "ready", signedIn: false },
  { learningSpace: "height", height: 9 },
  { learningSpace: "place", path: "/faq", title: "Stranger" },
  { learningSpace: "lesson-completed", id: 100, product: "PM", course: "PMB", lesson: "workplace" },
  { learningSpace: "signed-out", why: "logged-out" },
];

/**
 * Sends messages to the page around the frame, or to its first frame, which is the app. The element hides its own
 * frame from other windows, so the app is attacked in a plain one.
 */
const post = (sender: Frame, to: "app" | "page", messages: readonly unknown[]) =>
  sender.evaluate(
    ({ target, sent }) => {
      const page = opener ?? top;
      const window = target === "page" ? page : page[0];
      for (const message of sent) window.postMessage(message, "*");
    },
    { target: to, sent: [...messages, LAST] },
  );

/** Windows that can reach the page or the app, and are neither. */
const strangersOf = (
  page: Page,
  site: string,
  school: string,
): [string, () => Promise<Frame>][] => [
  ["a frame of another site", () => addFrame(page, "other", `${strangerOf(site)}/about.html`)],
  ["a frame of the page's own site", () => addFrame(page, "own", `${site}/about.html`)],
  ["a frame without an origin", () => addFrame(page, "none", "data:text/html,<p>Stranger")],
  ["another frame of the school", () => addFrame(page, "twin", `${school}/tls/faq`)],
  [
    "a window that the page has opened",
    async () => {
      const opened = page.waitForEvent("popup");
      await page.evaluate((address) => void window.open(address), `${site}/about.html`);
      const popup = await opened;
      await popup.waitForLoadState();
      return popup.mainFrame();
    },
  ],
];

test("accepts messages of the embedding page alone", async ({ page, site, framedSchool }) => {
  const wishes = `embed=${site}&lang=en&theme=light`;
  const frame = `<iframe src="${framedSchool.url}/tls/?${wishes}" height="700"></iframe>`;
  await openPage(page, site, frame);
  const inside = page.frameLocator("iframe >> nth=0");
  await submitSignIn(inside, dana);
  await expect(heading(inside)).toHaveText("Profile");
  const app = page.frames()[1] as Frame;
  const attack = async (what: string, sender: Frame, messages: readonly unknown[]) => {
    await allIn(app, () => post(sender, "app", messages));
    await expect(heading(inside), what).toHaveText("Profile");
    await expect(inside.locator("html"), what).toHaveAttribute("lang", "en");
    await expect(inside.locator("html"), what).toHaveCSS("color-scheme", "light");
  };
  for (const [name, open] of strangersOf(page, site, framedSchool.url)) {
    await test.step(`and none of ${name}`, async () => attack(name, await open(), TO_APP));
  }
  await test.step("and none in another form", () =>
    attack("malformed", page.mainFrame(), MALFORMED_TO_APP));
  await test.step("which it goes on to take", async () => {
    const [look, go, signOut] = TO_APP;
    await post(page.mainFrame(), "app", [look]);
    await expect(inside.locator("html")).toHaveAttribute("lang", "de");
    await post(page.mainFrame(), "app", [go]);
    await expect.poll(() => app.url()).toMatch(/\/tls\/faq$/);
    await post(page.mainFrame(), "app", [signOut]);
    await expect(inside.getByRole("button", { name: "Anmelden", exact: true })).toBeVisible();
  });
});

test("a page that shows the app takes messages of that frame alone", async ({
  page,
  site,
  framedSchool,
  openElement,
}) => {
  await noteEvents(page);
  const inside = await openElement(page, '/?element=deep-links lang="en" theme="light"');
  await submitSignIn(inside, dana);
  await expect(page).toHaveURL(/#\/profile$/);
  const frame = page.locator("learning-space iframe");
  const height = () => frame.evaluate((element) => element.style.height);
  const before = await height();
  const attack = async (what: string, sender: Frame) => {
    await allIn(page.mainFrame(), () => post(sender, "page", TO_PAGE));
    await expect(page, what).toHaveURL(/#\/profile$/);
    await expect(frame, what).toHaveAttribute("title", /^Profile/);
    expect(await height(), what).toBe(before);
    expect(await eventsOf(page), what).toEqual(['ready {"signedIn":false}']);
  };
  for (const [name, open] of strangersOf(page, site, framedSchool.url)) {
    await test.step(`and none of ${name}`, async () => attack(name, await open()));
  }
  await test.step("and none of its own", () => attack("itself", page.mainFrame()));
});

test("ignores a forged site in the page's fragment", async ({ page, site, openElement }) => {
  const forged = `embed=${strangerOf(site)}&chrome=none&lang=de&theme=dark`;
  const inside = await openElement(
    page,
    `/?element=deep-links lang="en" theme="light"#/faq?${forged}`,
  );
  await expect(signInForm(inside)).toBeVisible();
  await expect(inside.locator("html")).toHaveAttribute("lang", "en");
  await expect(inside.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(inside.locator("#root > header")).toBeVisible();
  // The app has told the page where it is.
  await expect(page.locator("learning-space iframe")).toHaveAttribute("title", /^Sign in/);
});

test("shows the app in no frame of an unlisted site", async ({ browser, site, framedSchool }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const stranger = strangerOf(site);
  const addresses = [
    "/tls/",
    "/tls/framed.html",
    "/tls/lessons/PM/PMB",
    `/tls/?embed=${stranger}`,
    `/tls/?embed=${site}`,
    "/api/openid/done",
    "/api/reset/guessed",
  ].map((address) => framedSchool.url + address);
  const shown = addresses.flatMap((address) => [
    `<iframe src="${address}"></iframe>`,
    `<iframe sandbox="allow-scripts allow-same-origin allow-forms" src="${address}"></iframe>`,
    `<object data="${address}" type="text/html"></object>`,
    `<embed src="${address}" type="text/html">`,
  ]);
  // A listed site is no way in either, if it is in a frame itself.
  shown.push(`<iframe src="${site}/?school=${framedSchool.url}"></iframe>`);
  await openPage(page, stranger, shown.join(""));
  // A browser shows a page of its own in place of one that it refuses, and no frame in an <object>.
  const shownIn = (frame: Frame) =>
    frame.url().startsWith("chrome-error:") ? "refused" : URL.parse(frame.url())?.origin;
  const refused = shown.filter((each) => !each.startsWith("<object")).map(() => "refused");
  await expect
    .poll(() => page.frames().map(shownIn).toSorted())
    .toEqual([stranger, site, ...refused].toSorted());
  await context.close();
});

test("ignores messages of the window that opened it", async ({ browser, site, framedSchool }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, dana, `${framedSchool.url}/tls/profile`);
  const stranger = await context.newPage();
  await openPage(stranger, strangerOf(site), "");
  for (const origin of [strangerOf(site), site]) {
    const opened = stranger.waitForEvent("popup");
    await stranger.evaluate(
      (address) => void Object.assign(window, { app: open(address), told: [] }),
      `${framedSchool.url}/tls/profile?embed=${origin}`,
    );
    const app = await opened;
    await expect(heading(app)).toHaveText("Profile");
    await allIn(app.mainFrame(), () =>
      stranger.evaluate(
        (messages) => {
          addEventListener("message", ({ data }) => void Object(window).told.push(data));
          for (const message of messages) Object(window).app.postMessage(message, "*");
        },
        [...TO_APP, LAST],
      ),
    );
    await expect(heading(app)).toHaveText("Profile");
    await expect(app.locator("html")).toHaveAttribute("lang", "en");
    await app.reload();
    await expect(heading(app)).toHaveText("Profile");
    expect(await stranger.evaluate(() => Object(window).told)).toEqual([]);
  }
  await context.close();
});
