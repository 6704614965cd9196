import { expect, onTestFinished, test } from "vitest";
import OwnData from "../../src/features/profile/own-data.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { queryByRole } from "./accessible.ts";
import { act, render, waitUntil } from "./render.tsx";
import { withApp } from "./with-app.tsx";

const fold = () => queryByRole("heading", "Second factor");

/** Adds what the build writes into the page: here, a list without files. */
const addPageFiles = () => {
  const list = document.createElement("script");
  list.id = "files";
  list.type = "application/json";
  list.textContent = JSON.stringify({ files: {} });
  document.body.append(list);
  onTestFinished(() => list.remove());
};

test("the profile offers a tutor a second factor, unless the tutor has signed in at a provider", async () => {
  addPageFiles();
  const { app } = await openSignedIn("boss");
  await app.language.boot("en");
  const { user } = app.session.state;
  if (!user) throw new Error("nobody is signed in");
  await render(withApp(app, <OwnData />));
  await waitUntil(fold);
  await act(() => {
    user.signedInElsewhere = true;
  });
  expect(fold()).toBeNull();
});
