import { expect, type Locator, type Page } from "playwright/test";

/** The demo school's lesson with a film. */
export const PIVOT = "/tls/lessons/PM/PMB/dart-pivot";
export const PIVOT_LESSON = 221;
export const TEXTS = "**/api/new-video/texts**";
export const TICKET = "**/api/assets/ticket?*";

export const video = (page: Page): Locator => page.locator("video");
export const speed = (page: Page): Locator => page.getByRole("combobox", { name: "Speed" });

/** The state of the player, with the text that it shows in place of its first caption. */
export const player = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => ({
    time: element.currentTime,
    speed: element.playbackRate,
    captions: [...element.textTracks].map(({ mode, language, cues }) => ({
      mode,
      language,
      text: (cues?.[0] as VTTCue | undefined)?.getCueAsHTML().textContent,
    })),
  }));
/** Waits until it can be played. */
export const ready = (page: Page) =>
  expect
    .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0);
/** Sets the playing position, in seconds. */
export const goTo = (page: Page, seconds: number) =>
  video(page).evaluate((element: HTMLVideoElement, to) => {
    element.currentTime = to;
  }, seconds);

/** Adds the demo's film to another lesson, so that its captions belong to one test. */
export const withFilm = (page: Page, lesson: { key: string }) =>
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
