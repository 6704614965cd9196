import { expect, test } from "vitest";
import { type ListedPerson, postPerson, putPerson } from "../../src/contract/staff-people.ts";
import StaffScreens from "../../src/features/staff/staff-screens.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, enter, selectOption, visit } from "./person.ts";
import { renderApp, says, waitUntil } from "./render.tsx";

const PEOPLE = "/desk/people";
const LIST = "GET /staff/people";
const ONE = "/staff/people/21";

const person = (id: number, first_name: string, change: Partial<ListedPerson> = {}) => ({
  ...{ id, username: first_name.toLowerCase(), first_name, last_name: "Brand", level: 0 },
  ...{ email: `${first_name.toLowerCase()}@school.example`, registered: "2026-01-15", seen: null },
  ...{ last_day: null, courses: [], blocked: null, no_password: false, mail_refused: null },
  ...change,
});
const noa = person(21, "Noa");
const miriam = person(8, "Miriam", { level: 100 });

const pageOf = (one: typeof noa, version: string) => ({
  ...{ person: one, teaches: { all: false, courses: [] }, courses: [], version, above: false },
  ...{ sessions: 0, second_factor: false, linked: false, invited_until: null },
  ...{ mail_waits: false, same_as: "" },
});

type Opened = Awaited<ReturnType<typeof openSignedIn>>;

/** The people of a school with a student and its administrator. */
const show = async (address = PEOPLE, opened?: Opened) => {
  const own = opened ?? (await openSignedIn("boss"));
  const people = [noa, miriam];
  own.school.answerWith(LIST, { people, total: 2, courses: [], cursor: null });
  own.school.answerWith(`GET ${ONE}`, pageOf(noa, "1"));
  visit(address);
  const { redraw } = await renderApp(own.app, <StaffScreens />);
  return { ...own, redraw };
};

const field = (name: string) => getByRole<HTMLInputElement>("textbox", name);
const button = (name: string) => getByRole("button", name);
/** Chooses everybody and what is to be done to them. */
const chooseAll = async (action: string) => {
  for (const { first_name } of [noa, miriam]) {
    await click(await waitUntil(() => queryByRole("checkbox", `Choose ${first_name} Brand`)));
  }
  await selectOption(getByRole("combobox", "With 2 chosen people"), action);
  await click(button("Continue…"));
};

test("a filter of people stands in the address, is saved by a name, and is there again later", async () => {
  const { redraw, school, machine } = await show();
  await waitUntil(() => queryAllByRole("row").length === 3);
  await selectOption(getByRole("combobox", "Level"), "100");
  await waitUntil(() => location.search === "?level=100");
  await enter(field("Name of this filter"), "Who runs it");
  await click(button("Save filter"));
  await redraw(null);
  await show(PEOPLE, await openSignedIn("boss", { school, machine }));
  const link = await waitUntil(() => queryByRole("link", "Who runs it"));
  expect(link.getAttribute("href")).toBe("/desk/people?level=100");
  await click(button("Remove the filter Who runs it"));
  expect(queryByRole("link", "Who runs it")).toBe(null);
});

test("what is done to several people says for whom it was not done, and why", async () => {
  const { school } = await show();
  const refused = [{ id: 8, name: "Miriam Brand", code: "person/last_administrator" }];
  school.answerWith("POST /staff/people/actions", { done: 1, refused });
  await chooseAll("block");
  await click(button("Do it for 2 people"));
  await says("Done for 1 person.");
  expect(getByRole("dialog").textContent).toMatch(/Miriam Brand: This is the last administrator/);
});

test("several people are removed once their number was typed", async () => {
  const { school } = await show();
  const REMOVE = "POST /staff/people/removals";
  const removal = { people: 2, goes: [{ what: "note", count: 3 }], stays: [], refused: [] };
  school.answerWith(`${REMOVE}/preview`, removal);
  school.answerWith(REMOVE, removal);
  await chooseAll("remove");
  await says("3 notes");
  const buttons = () => queryAllByRole("button", getByRole("dialog"));
  const remove = () => buttons().find((each) => nameOf(each) === "Remove for good") as HTMLElement;
  await enter(field("Type 2 to confirm"), "3");
  expect(remove().getAttribute("aria-disabled")).toBe("true");
  await click(remove());
  expect(school.count(REMOVE)).toBe(0);
  await enter(field("Type 2 to confirm"), "2");
  await click(remove());
  await says("Done for 2 people.");
  expect(school.bodies(REMOVE)).toMatchObject([{ count: 2 }]);
});

test("two people who change one person: the second sees the difference and loses nothing", async () => {
  const { school } = await show(`${PEOPLE}/21`);
  await waitUntil(() => queryByRole("textbox", "Last name"));
  await enter(field("Last name"), "Mine");
  school.answer(`PUT ${ONE}`, () => school.refusal(409, "person/changed"));
  school.answerWith(`GET ${ONE}`, pageOf({ ...noa, last_name: "Theirs" }, "2"));
  await click(button("Save"));
  const cells = await waitUntil(() => queryByRole("alert")?.querySelector("tbody tr"));
  expect(cells.textContent).toBe("Last nameTheirsMine");
  expect(field("Last name").value).toBe("Mine");
  school.answerWith(`PUT ${ONE}`, answerTo(putPerson, { version: "3" }));
  await click(button("Save mine"));
  await says("Saved.");
  expect(school.bodies(`PUT ${ONE}`)).toMatchObject([
    { last_name: "Mine", replaces: "1" },
    { last_name: "Mine", replaces: "2" },
  ]);
});

test("a new person with a mistake is not added, and the mistake stands at its field", async () => {
  const { school } = await show(`${PEOPLE}/new`);
  await enter(field("Username"), "admin");
  await enter(field("Mail address"), "nobody");
  await click(button("Add a person"));
  expect(descriptionOf(field("Mail address"))).toBe("This is no mail address");
  expect(document.activeElement).toBe(field("Mail address"));
  school.answer("POST /staff/people", () => school.refusal(409, "person/username_taken"));
  await enter(field("Mail address"), "ida@school.example");
  await click(button("Add a person"));
  await waitUntil(() => descriptionOf(field("Username")).includes("Another account has this"));
  school.answerWith("POST /staff/people", answerTo(postPerson, { id: 21 }));
  await enter(field("Username"), "ida");
  await click(button("Add a person"));
  await waitUntil(() => location.pathname === `${PEOPLE}/21`);
});
