import { describe, expect, test } from "vitest";
import { ChangePassword } from "../../src/features/profile/change-password.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole } from "./accessible.ts";
import { click, type } from "./person.ts";
import { render, waitUntil } from "./render.tsx";
import { withApp } from "./with-app.tsx";

const CALL = "POST /user/change-password";

const field = (name: string) => getByRole<HTMLInputElement>("textbox", name);

/** Fills in the form and sends it. */
const change = async (next: string) => {
  const opened = await openSignedIn();
  const refused = { status: 422, code: "password/too_common" };
  opened.school.answer(CALL, () => Response.json(refused, { status: 422 }));
  await opened.app.language.boot("en");
  await render(withApp(opened.app, <ChangePassword username="dana" />));
  await type(field("Current password"), "secret");
  await type(field("New password"), next);
  await type(field("Repeat new password"), next);
  await click(getByRole("button", "Change password"));
  return opened;
};

describe("a new password", () => {
  test("that is easy to guess is refused with that reason, and what was typed stays", async () => {
    await change("sunshine");
    await waitUntil(() => descriptionOf(field("New password")));
    expect(descriptionOf(field("New password"))).toBe(
      "This password is easy to guess. Please choose a less common one",
    );
    expect(field("New password").value).toBe("sunshine");
  });

  test("of blanks counts as missing, and is not sent", async () => {
    const { school } = await change(" ".repeat(9));
    expect(descriptionOf(field("New password"))).toBe("Please fill in this field");
    expect(school.count(CALL)).toBe(0);
  });
});
