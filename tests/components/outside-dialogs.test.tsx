import type { ComponentType } from "react";
import { expect, test } from "vitest";
import { getSourceAssets } from "../../src/contract/staff-assets.ts";
import type { InsertDialogProps } from "../../src/features/courses/editor/inserts/insert-dialog.ts";
import { WebLinkDialog } from "../../src/features/courses/editor/inserts/web-link-dialog.tsx";
import { FilmDialog } from "../../src/features/courses/editor/media/film-dialog.tsx";
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

const address = (name: string) => getByRole<HTMLInputElement>("textbox", name);
const insert = () => getByRole("button", "Insert");
const isReady = () => insert().getAttribute("aria-disabled") !== "true";

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
    await type(address(name), "javascript:alert(1)");
    expect(isReady()).toBe(false);
    await type(address(name), typed);
    await says(note);
    await click(insert());
    expect(written).toEqual([text]);
  },
);
