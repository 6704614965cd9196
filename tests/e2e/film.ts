import { expect, type Locator, type Page } from "playwright/test";

export const video = (page: Page): Locator => page.locator("video");

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
export const goTo = (page: Page, seconds: number) =>
  video(page).evaluate((element: HTMLVideoElement, to) => {
    element.currentTime = to;
  }, seconds);
