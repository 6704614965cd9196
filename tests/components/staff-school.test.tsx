import { expect, test } from "vitest";
import { BRAND_FIELDS } from "../../src/contract/staff-brand.ts";
import SchoolScreen from "../../src/features/school/school-screen.tsx";
import StaffScreens from "../../src/features/staff/staff-screens.tsx";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, enter, selectOption, visit } from "./person.ts";
import { renderApp, says, waitUntil } from "./render.tsx";

const SAVE = "PUT /staff/school/settings/limits";
const BRAND = "PUT /staff/school/brand";

const limits = (value: string, version: string) => ({
  ...{ name: "limits", version },
  settings: [{ name: "ACCOUNT_NOTES", value, has_secret: false, from: "school" as const }],
});

const settings = (value: string, version: string, name = "limits") => ({
  ...{ groups: [{ ...limits(value, version), name }], machine: [], sites: [], redirect_uri: "" },
  ...{ first_steps: [], backups: [], backup_failed: null, next_backup: null },
  ...{ sign_out_uri: "", last_backup: null, public_key: "" },
});

const brand = (name: string, checksum: string) => ({
  ...{ source: true, draft: false, checksum: checksum.repeat(64), languages: ["en"] },
  ...{ logo: "", logo_dark: "", favicon: "" },
  fields: BRAND_FIELDS.map((each) => ({ name: each, value: each === "name" ? name : "" })),
});

/** The school at the desk of its administrator. */
const show = async (level = 100, sent = settings("60", "1")) => {
  const opened = await openSignedIn("boss");
  opened.session.state.level = level;
  opened.school.answerWith("GET /staff/school", sent);
  opened.school.answerWith("GET /staff/school/brand", brand("Sew", "a"));
  visit("/desk/school");
  await renderApp(opened.app, level < 100 ? <StaffScreens /> : <SchoolScreen />);
  return opened;
};

const field = (name: string) => waitUntil(() => queryByRole<HTMLInputElement>("textbox", name));
const alerts = () => queryAllByRole("alert").map(({ textContent }) => textContent);
/** Saves the form of a field. */
const save = (of: HTMLInputElement) => {
  const buttons = of.form ? queryAllByRole("button", of.form) : [];
  return click(buttons.find(({ textContent }) => textContent === "Save") as HTMLElement);
};

test("a value that a rule of the school refuses stays in its field, with the reason and the focus", async () => {
  const { school } = await show();
  const notes = await field("Notes per account");
  const problems = [{ name: "ACCOUNT_NOTES", code: "value", message: "ACCOUNT_NOTES must be…" }];
  school.answerWith(SAVE, { problems, group: limits("60", "1") });
  await enter(notes, "0");
  await save(notes);
  await waitUntil(() => notes.getAttribute("aria-invalid") === "true");
  expect(document.body.textContent).toContain("This must be a whole number; 0 is no limit.");
  expect(document.body.textContent).not.toContain("ACCOUNT_NOTES");
  expect(notes.value).toBe("0");
  expect(document.activeElement).toBe(notes);
});

test("a site that the school refuses stays in its field, with the reason and the focus", async () => {
  const { school } = await show();
  const site = await field("Address of the site");
  school.answer("POST /staff/school/sites", () => school.refusal(422, "request/invalid"));
  await enter(site, "seam");
  await click(getByRole("button", "Add"));
  await says("This must be the address of a whole site");
  expect([site.value, document.activeElement]).toEqual(["seam", site]);
});

test("a wrong number of computers gets the focus, and no serial number is issued", async () => {
  const { school } = await show();
  const seats = await field("Computers");
  await enter(seats, "0");
  await click(getByRole("button", "Issue a serial number"));
  await says("This must be a number from 1 to 9999.");
  expect(document.activeElement).toBe(seats);
  expect(school.count("POST /staff/school/serials")).toBe(0);
});

test("the second of two administrators sees what the first has saved, and loses nothing typed", async () => {
  const { school } = await show();
  const notes = await field("Notes per account");
  await enter(notes, "70");
  school.answer(SAVE, () => school.refusal(409, "setting/changed"));
  school.answerWith("GET /staff/school", settings("80", "2"));
  await save(notes);
  await waitUntil(() => alerts().join().includes("Somebody else has changed this meanwhile"));
  await says("Saved now: 80");
  expect(notes.value).toBe("70");
  const group = limits("70", "3");
  school.answerWith(SAVE, { problems: [], group });
  await save(notes);
  await says("Saved. It takes effect within seconds.");
  expect(school.bodies(SAVE)).toMatchObject([{ replaces: "1" }, { replaces: "2" }]);
});

test("the second of two who save the brand sees what the first has saved, and loses nothing typed", async () => {
  const { school } = await show();
  const name = await field("Name of the school");
  await enter(name, "Needle School");
  school.answer(BRAND, () => school.refusal(409, "content/conflict"));
  school.answerWith("GET /staff/school/brand", brand("Thread School", "b"));
  await save(name);
  await waitUntil(() => alerts().join().includes("Somebody else has changed this meanwhile"));
  await says("Saved now: Thread School");
  expect(name.value).toBe("Needle School");
  school.answerWith(BRAND, { problems: [], checksum: "c".repeat(64) });
  await save(name);
  await says("Saved in the draft.");
  expect(school.bodies(BRAND)).toMatchObject([
    { replaces: "a".repeat(64) },
    { replaces: "b".repeat(64) },
  ]);
});

test.each([
  [403, "You may not do this at the school."],
  [503, "That did not work. The school cannot answer at the moment."],
  [0, "That did not work. Please check your internet connection"],
])("a try that the school does not do says why, after status %s", async (status, words) => {
  const values = { OPENID_ISSUER: "https://id.example", OPENID_CLIENT_ID: "sew" };
  const provider = Object.entries(values).map(([name, value]) => ({
    ...{ name, value, has_secret: false, from: "school" as const },
  }));
  const sent = settings("1", "1", "mail");
  const openid = { name: "openid", version: "1", settings: provider };
  const groups = [...sent.groups, openid];
  const redirect_uri = "https://school.example/api/openid/";
  const { school } = await show(100, { ...sent, groups, redirect_uri } as never);
  for (const call of ["POST /staff/school/test-mail", "POST /staff/school/try-openid"]) {
    school.answer(call, () => school.refusal(status, ""));
  }
  for (const name of ["Send a test mail to myself", "Try it without saving"]) {
    const button = await waitUntil(() => queryByRole("button", name));
    school.network.up = status > 0;
    await click(button);
    await waitUntil(() => button.closest("details")?.textContent?.includes(words));
  }
});

test("nobody below an administrator has the school at the desk", async () => {
  const { school } = await show(20);
  expect(location.pathname).toBe("/desk");
  expect(queryByRole("heading", "The school")).toBe(null);
  expect(school.count("GET /staff/school")).toBe(0);
});

test.each([
  ["leads to where it is done", false],
  ["is out of the way once all are done, and can be seen again", true],
])("a first step %s", async (_, isDone) => {
  const first_steps = [{ name: "mail", done: isDone }];
  await show(100, { ...settings("1", "1", "mail"), first_steps } as never);
  if (isDone) await click(await waitUntil(() => queryByRole("button", "Show the first steps")));
  const name = "Connect a mail server, and send yourself a test mail";
  await click(await waitUntil(() => queryByRole("link", name)));
  const part = document.querySelector<HTMLDetailsElement>("#school-mail details");
  expect(part?.open).toBe(true);
});

test("an administrator chooses the first language, and reads what that changes for students", async () => {
  const { school } = await show();
  school.answerWith(BRAND, { problems: [], checksum: "c".repeat(64) });
  const german = await waitUntil(() => queryByRole<HTMLInputElement>("checkbox", "Deutsch"));
  await click(german);
  const first = queryByRole<HTMLSelectElement>("combobox", "First language of the school");
  await selectOption(first as HTMLSelectElement, "de");
  expect(german.disabled).toBe(true);
  expect(document.body.textContent).toContain("what is written in English becomes a translation");
  await save(await field("Name of the school"));
  await waitUntil(() => school.bodies(BRAND).length > 0);
  expect(school.bodies(BRAND)).toMatchObject([{ languages: ["de", "en"] }]);
});
