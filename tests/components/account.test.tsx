import { expect, test } from "vitest";
import { ChangePasswordForm } from "../../src/features/profile/change-password-form.tsx";
import OwnData from "../../src/features/profile/own-data.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, queryByRole } from "./accessible.ts";
import { click, type } from "./person.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

const CALL = "POST /user/change-password";

const field = (name: string) => getByRole<HTMLInputElement>("textbox", name);

/** Fills in the form and sends it. */
const change = async (
  next: string,
  { status = 422, code = "password/too_common", headers = {} } = {},
) => {
  const opened = await openSignedIn();
  opened.school.answer(CALL, () => Response.json({ status, code }, { status, headers }));
  await opened.app.language.boot("en");
  await renderApp(opened.app, <ChangePasswordForm username="dana" />);
  await type(field("Current password"), "secret");
  await type(field("New password"), next);
  await type(field("Repeat new password"), next);
  await click(getByRole("button", "Change password"));
  return opened;
};

test("a new password that is easy to guess is refused with that reason, and what was typed stays", async () => {
  await change("sunshine");
  await waitUntil(() => descriptionOf(field("New password")));
  expect(descriptionOf(field("New password"))).toContain("This password is easy to guess.");
  expect(field("New password").value).toBe("sunshine");
  // A screen reader says the reason.
  expect(document.activeElement).toBe(field("New password"));
});

test("a new password waits, and says for how long, when the current one was wrong too often", async () => {
  const headers = { "Retry-After": "540" };
  const { app } = await change("a fine new seam", {
    status: 429,
    code: "login/throttled",
    headers,
  });
  await waitUntil(() => app.alerts.state.list.length > 0);
  expect(app.alerts.state.list).toMatchObject([
    { tone: "error", text: "profile.throttled", values: { minutes: 9 }, seconds: 15 },
  ]);
  expect(field("Current password").value).toBe("secret");
});

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
