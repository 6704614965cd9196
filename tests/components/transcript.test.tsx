import { expect, test } from "vitest";
import { Chapters, Transcript } from "../../src/features/lessons/video/transcript.tsx";
import { chaptersIn } from "../../src/features/lessons/video/use-video-services.ts";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { act, render } from "./render.tsx";

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
