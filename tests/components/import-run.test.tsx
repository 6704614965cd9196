import { expect, test } from "vitest";
import { ImportScreen } from "../../src/features/import/import-screen.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { queryAllByRole } from "./accessible.ts";
import { visit } from "./person.ts";
import { renderApp, says } from "./render.tsx";

const COUNTS = { add: 150, change: 0, same: 0, wrong: 0 };

/** The screen of an import that has failed. */
const show = async (problem: string, result: object | null) => {
  const { app, school } = await openSignedIn("boss");
  const run = { id: 2, kind: "people-import", state: "failed", created: null, ended: null };
  const page = { result: result ? JSON.stringify(result) : "", events: "", file: "" };
  school.answerWith("GET /staff/jobs/2", { job: { ...run, done: 0, total: 0, problem }, ...page });
  school.answer("GET /staff/jobs/1", () => school.refusal(404, "job/not_found"));
  visit("/desk/people/import?check=1&run=2");
  await renderApp(app, <ImportScreen />);
  await says("Columns");
  return queryAllByRole("alert").map(({ textContent }) => textContent);
};

test("an import that fails before its first row says that nothing was changed", async () => {
  const [told] = await show("job/interrupted", null);
  expect(told).toMatch(/ended twice .* Nothing was changed\.$/);
});

test.each(["job/failed", "job/interrupted", "import/not_allowed"])(
  "an import that fails after its first part says how many people have come: %s",
  async (problem) => {
    const [told] = await show(problem, { row: 151, counts: COUNTS });
    expect(told).not.toMatch(/Nothing/);
    await says("The import ended before its last row.");
    await says("150 people were added, 0 were changed.");
  },
);
