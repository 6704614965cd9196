import type { ComponentType } from "react";
import { expect, test } from "vitest";
import { getSourceAssets } from "../../src/contract/staff-assets.ts";
import type { InsertDialogProps } from "../../src/features/courses/editor/inserts/insert-dialog.ts";
import { WebLinkDialog } from "../../src/features/courses/editor/inserts/web-link-dialog.tsx";
import { FilmDialog } from "../../src/features/courses/editor/media/film-dialog.tsx";
import { OutsideFilm } from "../../src/features/lessons/video/outside-film.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole } from "./accessible.ts";
import { click, type } from "./person.ts";
import { renderApp, says } from "./render.tsx";

const WEB = "The school does not show links that lead out of it";
const FILMS = "The school does not show films of YouTube";

/** Opens a dialog at a school that allows nothing. @returns what it puts into the text */
const openDialog = async (Dialog: ComponentType<InsertDialogProps>) => {
  const { app, school } = await openSignedIn("boss");
  await app.language.boot("en");
  const answer = { languages: ["en"], assets: [], outside_links: false, outside_films: [] };
  school.answerWith("GET /staff/assets", answerTo(getSourceAssets, answer));
  const written: string[] = [];
  const props = { product: "PM", path: "PM/lessons/hem.md", language: "en", words: "The shop" };
  await renderApp(
    app,
    <Dialog {...props} onInsert={(text) => void written.push(text)} onClose={() => undefined} />,
  );
  return written;
};

test.each([
  [
    WebLinkDialog,
    "Address",
    WEB,
    "https://shop.example/?a=(1)",
    "[The shop](<https://shop.example/?a=(1)>)",
  ],
  [
    FilmDialog,
    "Or the address of a film at YouTube or Vimeo",
    FILMS,
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3",
    "\n\n[The shop](https://youtu.be/dQw4w9WgXcQ)\n\n",
  ],
] as const)(
  "%o puts an address into a lesson, and says where the school does not show it",
  async (Dialog, name, note, typed, text) => {
    const written = await openDialog(Dialog);
    const field = getByRole<HTMLInputElement>("textbox", name);
    const insert = getByRole("button", "Insert");
    await type(field, "javascript:alert(1)");
    expect(insert.getAttribute("aria-disabled")).toBe("true");
    await type(field, typed);
    await says(note);
    await click(insert);
    expect(written).toEqual([text]);
  },
);

/** A film in a lesson. @returns where it is shown */
const show = async (film: string) => {
  const { app } = await openSignedIn();
  const host = document.body.appendChild(document.createElement("div"));
  await renderApp(app, <OutsideFilm host={host} film={film} name="Pin" />);
  return host;
};

test("a film at another company is a button that says so, and a player after the click", async () => {
  const host = await show("youtube/dQw4w9WgXcQ");
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
  const host = await show("vimeo/1/../x");
  expect(host.textContent).toBe("");
});
