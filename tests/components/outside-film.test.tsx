import { expect, test } from "vitest";
import { OutsideFilm } from "../../src/features/lessons/video/outside-film.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { renderApp } from "./render.tsx";

test("a film at another company is a button that says so, and a player after the click", async () => {
  const { app } = await openSignedIn();
  const host = document.body.appendChild(document.createElement("div"));
  await renderApp(app, <OutsideFilm host={host} film="youtube/dQw4w9WgXcQ" name="Pin" />);
  expect(host.textContent).toContain("Once you play it, YouTube sees that you watch it");
  expect(document.querySelector("iframe, img, video, link")).toBeNull();
  const link = getByRole("link", "Open at YouTube");
  expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([
    "https://youtu.be/dQw4w9WgXcQ",
    "noopener noreferrer",
  ]);
  await click(getByRole("button", "Play from YouTube"));
  const frame = host.querySelector("iframe");
  expect(frame?.getAttribute("src")).toBe(
    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0",
  );
  expect(frame?.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin allow-presentation");
  expect(frame?.title).toBe("Pin");
});

test("what names no film is nothing", async () => {
  const { app } = await openSignedIn();
  const host = document.body.appendChild(document.createElement("div"));
  await renderApp(app, <OutsideFilm host={host} film="vimeo/1/../x" name="Pin" />);
  expect(host.textContent).toBe("");
});
