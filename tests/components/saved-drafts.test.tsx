import { expect, test } from "vitest";
import { writeDraftFile } from "../../src/contract/draft-file.ts";
import { EXAMPLE_BODY } from "../../src/drafting/example-body.ts";
import { EXAMPLE } from "../../src/features/patterns/known-tables.ts";
import { fromFile, toFile } from "../../src/features/patterns/saved-file.ts";
import { SavedList } from "../../src/features/patterns/saved-list.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { axeFindings } from "./axe-findings.ts";
import { chooseFiles } from "./person.ts";
import { renderApp, says } from "./render.tsx";

const REQUEST = { block: "skirt-block", values: EXAMPLE_BODY, options: { waistEase: 3 } };
const FILE = { ...REQUEST, table: { name: "Me", units: "cm" as const }, lengths: {} };

const show = async (drafts: object[]) => {
  const { app, school } = await openSignedIn();
  school.answerWith("GET /user/drafts", { drafts });
  const nothing = { sketch: null, problems: [], options: [], edges: [] };
  const drafted = { request: REQUEST, table: EXAMPLE, ...nothing };
  await renderApp({ ...app }, <SavedList drafted={drafted} />);
  document.querySelector("details")?.setAttribute("open", "");
  return school;
};

const saved = (id: number, name: string, created: string) => ({
  ...{ id, name, created, is_shared: id === 3 },
  draft: writeDraftFile(FILE),
});

test("a draft is saved as a file and opened again, and another file is refused in words", async () => {
  const school = await show([]);
  const file = toFile({ name: "My/skirt", file: FILE });
  expect(await fromFile(file)).toEqual({ name: "My_skirt", file: FILE });
  await chooseFiles(new File(["{}"], "x.json"));
  await says("This file is no saved draft.");
  school.answerWith("POST /user/drafts", { draft: saved(4, "My_skirt", "2026-05-01T10:00:00Z") });
  await chooseFiles(file);
  await says("“My_skirt” has been saved.");
  expect(document.body.textContent).not.toContain("This file is no saved draft.");
  expect(queryAllByRole("listitem")).toHaveLength(1);
});

test("the versions of a draft stand together, the latest first", async () => {
  await show([
    saved(3, "Summer skirt", "2026-05-02T10:00:00Z"),
    saved(2, "Trousers", "2026-05-01T11:00:00Z"),
    saved(1, "Summer skirt", "2026-05-01T10:00:00Z"),
  ]);
  await says("1 earlier version");
  const headings = queryAllByRole("heading").map(({ textContent }) => textContent);
  expect(headings).toEqual(["Saved drafts", "Summer skirt", "Trousers"]);
  const shared = getByRole("switch", "My tutors see it : Summer skirt");
  expect(shared.getAttribute("aria-checked")).toBe("true");
  expect(await axeFindings()).toEqual([]);
});
