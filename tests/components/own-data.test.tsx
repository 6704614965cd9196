import { test } from "vitest";
import OwnData from "../../src/features/profile/own-data.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { queryByRole } from "./accessible.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

const fold = () => queryByRole("heading", "Second factor");

test("the profile offers a tutor a second factor, unless the tutor has signed in at a provider", async () => {
  const { app } = await openSignedIn("boss");
  await app.language.boot("en");
  await renderApp(app, <OwnData />);
  await waitUntil(fold);
  await act(() => {
    const { user } = app.session.state;
    if (!user) throw new Error("nobody is signed in");
    user.signedInElsewhere = true;
  });
  await waitUntil(() => fold() === null);
});
