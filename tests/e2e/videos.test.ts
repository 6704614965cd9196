import { expect, type Page } from "playwright/test";
import { completeLesson } from "./add-student.ts";
import { findings } from "./axe-findings.ts";
import { goTo, player, ready, video } from "./film.ts";
import { tutor } from "./hand-ins.ts";
import { DART_PIVOT } from "./reach-dart-pivot.ts";
import { admin, test } from "./school.ts";
import { lessonAddress, signIn, WORKPLACE } from "./steps.ts";

const TEXTS = "**/api/new-video/texts**";
const TICKET = "**/api/assets/ticket?*";
const speed = (page: Page) => page.getByRole("combobox", { name: "Speed" });

test("a video is watched, on good and bad lines", async ({ page }) => {
  await test.step("a video or captions that cannot be fetched show an error, and can be tried again", async () => {
    await page.route(TICKET, (route) => route.abort("internetdisconnected"));
    await page.route(TEXTS, (route) => route.abort("internetdisconnected"));
    await signIn(page, admin, lessonAddress(DART_PIVOT));
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
  });

  await test.step("a video streams with captions, and resumes at its position and speed", async () => {
    const pieces: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().includes("ticket=")) pieces.push(request.headers().range);
    });
    await page.reload();
    await ready(page);
    expect(pieces.length).toBeGreaterThan(0);
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

  await test.step("a video that was watched to its end starts from the beginning", async () => {
    await goTo(page, 13.8);
    await expect.poll(async () => (await player(page)).time).toBeCloseTo(13.8, 1);
    await page.reload();
    await ready(page);
    expect((await player(page)).time).toBe(0);
  });
});

/** Adds the demo's film to another lesson, so that its captions belong to one test. */
const withFilm = (page: Page, lesson: { key: string }) =>
  page.route(new RegExp(`/lessons/${lesson.key}\\?`), async (route) => {
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

/** What a file of captions would take for markup, for a reference and for the end of a caption. */
const WRITTEN = "Önce <b>çizgi</b>: a < b & c\n&amp; 00:01.000 --> 00:02.000";

test("a tutor writes captions beside the video, and a student reads them", async ({
  page,
  elsewhere,
  running,
  school,
  student,
}) => {
  await withFilm(page, WORKPLACE);
  await signIn(page, tutor, lessonAddress(WORKPLACE));
  await ready(page);
  await page.getByRole("button", { name: "Write captions" }).click();
  const editor = page.getByRole("region", { name: "Captions" });
  await editor.getByRole("combobox", { name: "Language of the captions" }).selectOption("tr");
  await expect(editor).toContainText("There are no lines in this language yet.");
  await goTo(page, 4);
  const add = editor.getByRole("button", { name: "Add a line at the playing position" });
  await add.click();
  const first = editor.getByRole("textbox", { name: "Text of line 1" });
  await first.fill("Pensi çeviriyoruz");
  await expect(editor.getByRole("textbox", { name: "Start of line 1" })).toHaveValue("0:04.0");
  await goTo(page, 1);
  await add.click();
  await expect(editor.getByRole("textbox", { name: "Text of line 2" })).toHaveValue(
    "Pensi çeviriyoruz",
  );
  await expect(first).toBeFocused();
  await page.keyboard.type(WRITTEN);
  await goTo(page, 3.5);
  await editor.getByRole("button", { name: "End line 1 at the playing position" }).click();
  await expect(editor.getByRole("textbox", { name: "End of line 1" })).toHaveValue("0:03.5");
  expect(await findings(page)).toEqual([]);
  await editor.getByRole("button", { name: "Save captions" }).click();
  await expect(editor.getByRole("status")).toHaveText("The captions are saved.");

  // A film is given to those for whom a lesson with it is open.
  await completeLesson(running.dataDir, student.username, DART_PIVOT.id);
  await withFilm(elsewhere, WORKPLACE);
  await elsewhere.addInitScript(() => localStorage.setItem("language.v1", '"tr"'));
  await signIn(elsewhere, student, `${school}${lessonAddress(WORKPLACE)}`);
  await ready(elsewhere);
  await expect
    .poll(async () => (await player(elsewhere)).captions)
    .toEqual([{ mode: "showing", language: "tr", text: WRITTEN }]);
  await elsewhere.getByText("Konuşma metni").click();
  await expect(elsewhere.getByRole("listitem").first()).toContainText(WRITTEN);
  await expect(elsewhere.getByRole("button", { name: "Altyazı yaz" })).toHaveCount(0);
});
