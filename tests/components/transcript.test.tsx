import { expect, test } from "vitest";
import { Transcript } from "../../src/features/lessons/video/transcript.tsx";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { act, render } from "./render.tsx";

const CAPTIONS = {
  language: "he",
  texts: [
    { start: 0, end: 2, text: "שלום" },
    { start: 65, end: 68, text: "מודדים" },
  ],
};

const show = async (playable: boolean) => {
  const video = document.createElement("video");
  await render(<Transcript captions={CAPTIONS} video={{ current: video }} playable={playable} />);
  const [details] = document.getElementsByTagName("details");
  if (details) details.open = true;
  return video;
};

test("a video's captions stand beside it as a text, in their own language and direction", async () => {
  await show(true);
  const list = getByRole("list");
  expect([list.lang, list.dir]).toEqual(["he", "rtl"]);
  expect(queryAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "0:00שלום",
    "1:05מודדים",
  ]);
});

test("a line leads to its place in the video, and the present line is marked", async () => {
  const video = await show(true);
  await click(queryAllByRole("button")[1] as HTMLElement);
  expect(video.currentTime).toBe(65);
  await act(() => video.dispatchEvent(new Event("timeupdate")));
  expect(queryAllByRole("button").map((line) => line.getAttribute("aria-current"))).toEqual([
    null,
    "true",
  ]);
});

test("while the video cannot be played its lines are there to read", async () => {
  await show(false);
  expect(queryAllByRole("button")).toEqual([]);
  expect(getByRole("list").textContent).toContain("שלום");
});
