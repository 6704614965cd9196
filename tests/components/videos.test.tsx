import { expect, test } from "vitest";
import { OutsideFilm } from "../../src/features/lessons/video/outside-film.tsx";
import { Chapters, Transcript } from "../../src/features/lessons/video/transcript.tsx";
import { chaptersIn } from "../../src/features/lessons/video/use-video-services.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { act, render, renderApp } from "./render.tsx";

const LINES = [
  { start: 0, end: 2, text: "שלום" },
  { start: 65, end: 68, text: "מודדים" },
];

const show = async (List: typeof Transcript = Transcript) => {
  const video = document.createElement("video");
  const props = { lines: LINES, language: "he", playable: true };
  await render(<List {...props} video={{ current: video }} />);
  const [details] = document.getElementsByTagName("details");
  if (details) details.open = true;
  return video;
};

test("a video's captions stand beside it as a text, in their own language and direction", async () => {
  await show();
  const list = getByRole("list");
  expect([list.lang, list.dir]).toEqual(["he", "rtl"]);
  expect(queryAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "0:00שלום",
    "1:05מודדים",
  ]);
});

test("a line leads to its place in the video, and the present line is marked", async () => {
  const video = await show();
  await click(queryAllByRole("button")[1] as HTMLElement);
  expect(video.currentTime).toBe(65);
  await act(() => video.dispatchEvent(new Event("timeupdate")));
  expect(queryAllByRole("button").map((line) => line.getAttribute("aria-current"))).toEqual([
    null,
    "true",
  ]);
});

test("chapters stand below the video, and each leads to its place", async () => {
  const video = await show(Chapters);
  expect(getByRole("navigation", "Chapters").textContent).toContain("1:05מודדים");
  await click(queryAllByRole("button")[1] as HTMLElement);
  expect(video.currentTime).toBe(65);
});

test("chapters are read from the lesson's text, without entries that have no time", () => {
  const list = document.createElement("ol");
  list.innerHTML =
    '<li><time datetime="PT0S">0:00</time> Pin it</li><li>by hand</li><li><time datetime="PT75.5S">1:15</time> Sew <b>it</b></li>';
  expect(chaptersIn(list)).toEqual([
    { start: 0, end: 75.5, text: "Pin it" },
    { start: 75.5, end: Number.POSITIVE_INFINITY, text: "Sew it" },
  ]);
});

/** A film in a lesson. @returns where it is shown */
const showOutside = async (film: string) => {
  const { app } = await openSignedIn();
  const { container } = await renderApp(app, <OutsideFilm film={film} name="Pin" />);
  return container;
};

test("a film at another company is a button that says so, and a player after the click", async () => {
  const host = await showOutside("youtube/dQw4w9WgXcQ");
  expect(host.textContent).toContain("Once you play it, YouTube sees that you watch it");
  expect(document.querySelector("iframe, img, video, link")).toBeNull();
  const link = getByRole("link", "Open at YouTube");
  expect(link.getAttribute("href")).toBe("https://youtu.be/dQw4w9WgXcQ");
  expect(link.getAttribute("rel")).toBe("noopener noreferrer");
  await click(getByRole("button", "Play from YouTube"));
  const frame = host.querySelector("iframe");
  expect(frame?.getAttribute("src")).toBe(
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0",
  );
  expect(frame?.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin allow-presentation");
  expect(frame?.title).toBe("Pin");
});

test("what names no film is nothing", async () => {
  const host = await showOutside("vimeo/1/../x");
  expect(host.textContent).toBe("");
});
