import { expect, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import { heading, lessonAddress, PAPER, signIn, WORKPLACE } from "./journey.ts";
import { type Account, admin, test } from "./school.ts";

const PIVOT = "/tls/lessons/PM/PMB/dart-pivot";
const TEXTS = "**/api/new-video/texts**";
const TICKET = "**/api/assets/ticket?*";
const tutor: Account = { username: "tutor", password: "demo-tutor", firstName: "Ruth" };

const video = (page: Page) => page.locator("video");
const speed = (page: Page) => page.getByRole("combobox", { name: "Speed" });

/** What the player says of itself. */
const player = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => ({
    time: element.currentTime,
    speed: element.playbackRate,
    captions: [...element.textTracks].map(({ mode, language, cues }) => ({
      mode,
      language,
      text: (cues?.[0] as VTTCue | undefined)?.text,
    })),
  }));
const ready = (page: Page) =>
  expect
    .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0);
const goTo = (page: Page, seconds: number) =>
  video(page).evaluate((element: HTMLVideoElement, to) => {
    element.currentTime = to;
  }, seconds);

/** Puts the demo's film into another lesson, so that what is written there is that test's own. */
const withFilm = (page: Page, lesson: { key: string }) =>
  page.route(`**/lessons/${lesson.key}`, async (route) => {
    const answer = await (await route.fetch()).json();
    for (const { pages } of Object.values(answer.lesson.html.languages) as {
      pages: { html: string }[];
    }[]) {
      if (pages[0]) {
        pages[0].html =
          '<figure><video data-asset="dart-turning.webm" aria-label="The dart turns"></video></figure>';
      }
    }
    await route.fulfill({ json: answer });
  });

test("a video plays piece by piece with captions, and goes on where one left off, as fast", async ({
  page,
}) => {
  const pieces: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("ticket=")) pieces.push(request.headers().range);
  });
  await signIn(page, admin, PIVOT);
  await ready(page);
  expect(pieces.every((range) => range?.startsWith("bytes="))).toBe(true);
  await expect
    .poll(async () => (await player(page)).captions)
    .toEqual([{ mode: "showing", language: "en", text: expect.stringContaining("The front.") }]);
  await expect(page.getByRole("button", { name: "Write captions" })).toBeVisible();
  await speed(page).selectOption("1.5");
  await goTo(page, 6);
  await expect.poll(async () => (await player(page)).time).toBe(6);
  await video(page).evaluate((element: HTMLVideoElement) => {
    for (const track of element.textTracks) track.mode = "disabled";
  });
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).join()))
    .toContain('"captions":false');

  await page.getByRole("link", { name: "Next lesson" }).click();
  await expect(video(page)).toHaveCount(0);
  await page.goBack();
  await ready(page);
  await expect.poll(() => player(page)).toMatchObject({ time: 6, speed: 1.5 });
  await expect(speed(page)).toHaveValue("1.5");
  await expect.poll(async () => (await player(page)).captions[0]?.mode).toBe("disabled");
});

test("a video that was watched to its end begins anew", async ({ page }) => {
  await signIn(page, admin, PIVOT);
  await ready(page);
  await goTo(page, 13.8);
  await expect.poll(async () => (await player(page)).time).toBeCloseTo(13.8, 1);
  await page.reload();
  await ready(page);
  expect((await player(page)).time).toBe(0);
});

test("a video that does not come says so, and comes at a new try; captions likewise", async ({
  page,
}) => {
  await page.route(TICKET, (route) => route.abort("internetdisconnected"));
  await page.route(TEXTS, (route) => route.abort("internetdisconnected"));
  await signIn(page, admin, PIVOT);
  const missing = page.getByRole("alert").filter({ hasText: "The video could not be fetched." });
  await expect(missing).toBeVisible();
  await expect(page.getByText("The captions could not be fetched.")).toBeVisible();
  await page.unroute(TICKET);
  await page.unroute(TEXTS);
  const again = page.getByRole("figure").getByRole("button", { name: "Try again" });
  await again.first().click();
  await ready(page);
  await again.click();
  await expect.poll(async () => (await player(page)).captions.length).toBe(1);
  await expect(page.getByText("The captions could not be fetched.")).toHaveCount(0);

  await withFilm(page, PAPER);
  await page.route(TICKET, (route) =>
    route.fulfill({ status: 404, json: { code: "asset/not_found" } }),
  );
  await page.goto(lessonAddress(PAPER));
  await expect(page.getByRole("alert")).toHaveText("The school does not have this video.");
});

test("a ticket that has run out is replaced, and the video goes on where it was", async ({
  page,
}) => {
  await signIn(page, admin, PIVOT);
  await ready(page);
  await goTo(page, 5);
  await expect.poll(async () => (await player(page)).time).toBe(5);
  // As a player says it once the school refuses its address.
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.dispatchEvent(new Event("error"));
  });
  await expect.poll(async () => (await player(page)).time).toBe(5);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("at a school without tickets it is fetched whole when one wants it, with a way out", async ({
  page,
}) => {
  await page.route(TICKET, (route) => route.fulfill({ status: 404, json: {} }));
  const release = await holdBack(page, /fetchData\?product=PM&title=dart-turning\.webm/);
  await signIn(page, admin, PIVOT);
  const fetchIt = page.getByRole("button", { name: /^Fetch the video: A film of the front/ });
  await fetchIt.click();
  await expect(page.getByRole("progressbar", { name: "Fetching the video" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(fetchIt).toBeVisible();
  await release();
  await fetchIt.click();
  await ready(page);
  expect(await video(page).getAttribute("src")).toMatch(/^blob:/);
});

test("a tutor writes captions beside the video, and a student reads them", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  await withFilm(page, WORKPLACE);
  await signIn(page, tutor, lessonAddress(WORKPLACE));
  await ready(page);
  await page.getByRole("button", { name: "Write captions" }).click();
  const editor = page.getByRole("region", { name: "Captions" });
  // The author's are there to begin with.
  await expect(editor.getByRole("textbox", { name: "Text of line 1" })).toHaveValue(/The front/);
  await editor.getByRole("combobox", { name: "Language of the captions" }).selectOption("tr");
  await expect(editor).toContainText("There are no lines in this language yet.");
  await goTo(page, 4);
  const add = editor.getByRole("button", { name: "Add a line at the playing position" });
  await add.click();
  const first = editor.getByRole("textbox", { name: "Text of line 1" });
  await expect(first).toBeFocused();
  await first.fill("Pensi çeviriyoruz");
  await expect(editor.getByRole("textbox", { name: "Start of line 1" })).toHaveValue("0:04.0");
  await goTo(page, 1);
  await add.click();
  await page.keyboard.type("Önce <b>çizgi</b>");
  await expect(editor.getByRole("textbox", { name: "Text of line 2" })).toHaveValue(
    "Pensi çeviriyoruz",
  );
  await goTo(page, 3.5);
  await editor.getByRole("button", { name: "End line 1 at the playing position" }).click();
  await expect(editor.getByRole("textbox", { name: "End of line 1" })).toHaveValue("0:03.5");

  // What cannot be shown is not sent, and is found.
  await editor.getByRole("textbox", { name: "End of line 2" }).fill("0:02");
  await editor.getByRole("button", { name: "Save captions" }).click();
  await expect(editor.getByRole("textbox", { name: "End of line 2" })).toBeFocused();
  await expect(editor).toContainText("The end must come after the start");
  expect(await findings(page)).toEqual([]);
  await editor.getByRole("textbox", { name: "End of line 2" }).fill("0:06");
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/new-video/texts") && request.method() !== "GET") {
      writes.push(request.method());
    }
  });
  await editor.getByRole("button", { name: "Save captions" }).dblclick();
  await expect(editor.getByRole("status")).toHaveText("The captions are saved.");
  expect(writes).toEqual(["POST"]);

  await withFilm(elsewhere, WORKPLACE);
  await elsewhere.addInitScript(() => localStorage.setItem("language.v1", '"tr"'));
  await elsewhere.goto(`${school}${lessonAddress(WORKPLACE)}`);
  await elsewhere.locator("input").first().fill(student.username);
  await elsewhere.locator("input[type=password]").fill(student.password);
  await elsewhere.keyboard.press("Enter");
  await ready(elsewhere);
  await expect
    .poll(async () => (await player(elsewhere)).captions)
    .toEqual([{ mode: "showing", language: "tr", text: "Önce &lt;b&gt;çizgi&lt;/b&gt;" }]);
  await expect(elsewhere.getByRole("button", { name: "Altyazı yaz" })).toHaveCount(0);
});

test("lines survive a failure and a reload, and are not put over somebody else's unasked", async ({
  page,
}) => {
  await withFilm(page, PAPER);
  await signIn(page, admin, lessonAddress(PAPER));
  await ready(page);
  const write = page.getByRole("button", { name: "Write captions" });
  await write.click();
  const editor = page.getByRole("region", { name: "Captions" });
  const language = editor.getByRole("combobox", { name: "Language of the captions" });
  const save = editor.getByRole("button", { name: "Save captions" });
  await language.selectOption("de");
  await editor.getByRole("button", { name: "Begin with the English lines" }).click();
  await editor.getByRole("textbox", { name: "Text of line 1" }).fill("Das Vorderteil");
  await page.route(TEXTS, (route) => route.abort("internetdisconnected"));
  await save.click();
  await expect(editor.getByRole("alert")).toContainText("your lines are kept here");
  await page.unroute(TEXTS);
  await expect(editor.getByRole("status")).toHaveText("There are changes that are not saved yet.");

  await page.reload();
  await ready(page);
  await write.click();
  await language.selectOption("de");
  await expect(editor.getByRole("textbox", { name: "Text of line 1" })).toHaveValue(
    "Das Vorderteil",
  );
  await page.route(TEXTS, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 409, json: { code: "video/texts_exist" } })
      : route.continue(),
  );
  await editor.getByRole("button", { name: "Remove line 4" }).press("Enter");
  await expect(editor.getByRole("textbox", { name: "Text of line 3" })).toBeFocused();
  await save.click();
  await expect(editor.getByRole("alert")).toContainText("Somebody has written captions");
  await save.click();
  await expect(editor.getByRole("status")).toHaveText("The captions are saved.");
  await expect(editor.getByRole("alert")).toHaveCount(0);
});

test("everything fits a phone in Hebrew, and axe finds nothing", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => localStorage.setItem("language.v1", '"he"'));
  await page.goto(PIVOT);
  await page.locator("input").first().fill(admin.username);
  await page.locator("input[type=password]").fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(heading(page)).toBeVisible();
  await ready(page);
  await expect
    .poll(async () => (await player(page)).captions[0])
    .toMatchObject({ language: "he", text: expect.stringContaining("החזית") });
  await page.getByRole("button", { name: "כתיבת כתוביות" }).click();
  const editor = page.getByRole("region", { name: "כתוביות" });
  await expect(editor.getByRole("textbox", { name: "הטקסט של שורה 4" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await findings(page)).toEqual([]);
});
