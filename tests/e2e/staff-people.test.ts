import { expect, type Page } from "playwright/test";
import { addStudent } from "./add-student.ts";
import { findings } from "./axe-findings.ts";
import { type Account, test } from "./school.ts";
import { speak } from "./speak.ts";
import { heading, signIn } from "./steps.ts";

const PEOPLE = "/tls/desk/people";
const SEARCH = "Find people by name, username or mail address";

const admin: Account = { username: "admin", password: "demo-admin", firstName: "Miriam" };

/** Finds one person by the address that the tests' and the demo's people have. */
const find = async (page: Page, { username }: Account) => {
  const email = `${username}@selvedge.example`;
  await page.getByRole("searchbox", { name: SEARCH }).fill(email);
  await expect(page.getByText("1 person", { exact: true })).toBeVisible();
};

test("staff find a person by the keyboard, give a course, and save it", async ({
  page,
  student,
}) => {
  await signIn(page, admin, PEOPLE);
  const search = page.getByRole("searchbox", { name: SEARCH });
  await search.focus();
  await page.keyboard.type(`${student.username}@SELVEDGE.example`);
  await expect(page.getByText("1 person", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Noa" }).press("Enter");
  await expect(heading(page)).toHaveText("Noa");
  await page.getByRole("textbox", { name: "Last name" }).fill("Brand");
  await page.getByRole("combobox", { name: "Another course" }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Add course" }).press("Enter");
  const title = await page
    .getByRole("group")
    .getByRole("group")
    .last()
    .locator("legend")
    .textContent();
  const added = page.getByRole("group", { name: title ?? "" });
  await added.getByLabel("Last day").fill("2031-06-30");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(heading(page)).toHaveText("Noa Brand");
  await expect(added.getByLabel("Last day")).toHaveValue("2031-06-30");
});

test("a filter of people stands in the address, is saved by a name, and is there again later", async ({
  page,
}) => {
  await signIn(page, admin, PEOPLE);
  await page.getByRole("combobox", { name: "Level" }).selectOption("Administrator");
  await expect(page).toHaveURL(/level=100/);
  await page.getByRole("textbox", { name: "Name of this filter" }).fill("Who runs it");
  await page.keyboard.press("Enter");
  await page.goto(PEOPLE);
  await page.getByRole("link", { name: "Who runs it" }).click();
  await expect(page).toHaveURL(/level=100/);
  await expect(page.getByRole("combobox", { name: "Level" })).toHaveValue("100");
  await page.getByRole("button", { name: "Remove the filter Who runs it" }).click();
  await expect(page.getByRole("link", { name: "Who runs it" })).toHaveCount(0);
});

test("staff do the same to several people, and are told to whom it was not done", async ({
  page,
  running,
  student,
}) => {
  const other = await addStudent(running.dataDir, []);
  await signIn(page, admin, PEOPLE);
  const chooseThree = async () => {
    for (const one of [student, other, admin]) {
      await find(page, one);
      await page.getByRole("checkbox").last().press("Space");
    }
  };
  await chooseThree();
  await page.getByRole("combobox", { name: "With 3 chosen people" }).selectOption("Lock");
  await page.getByRole("button", { name: "Go on…" }).click();
  await page.getByRole("button", { name: "Do it for 3 people" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Done for 2 people.")).toBeVisible();
  await expect(dialog.getByText(/Miriam Stern: This is the last administrator/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Done for 2 people.")).toBeVisible();

  await chooseThree();
  const actions = page.getByRole("combobox", { name: "With 3 chosen people" });
  await actions.selectOption("Remove for good");
  await page.getByRole("button", { name: "Go on…" }).click();
  await expect(dialog.getByText(/Miriam Stern: This is the last administrator/)).toBeVisible();
  await expect(dialog.getByText("2 people", { exact: true })).toBeVisible();
  const typed = dialog.getByRole("textbox", { name: "Type 2 to confirm" });
  await typed.fill("3");
  await typed.press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove for good" })).toHaveAttribute(
    "aria-disabled",
  );
  await typed.fill("2");
  await typed.press("Enter");
  await expect(page.getByText("Done for 2 people.")).toBeVisible();
  await page.getByRole("searchbox", { name: SEARCH }).fill(`${other.username}@selvedge.example`);
  await expect(page.getByText("Nobody fits this choice.")).toBeVisible();
});

test("two people who change one person: the second sees the difference and loses nothing", async ({
  page,
  command,
  student,
}) => {
  await signIn(page, admin, PEOPLE);
  await find(page, student);
  await page.getByRole("link", { name: "Noa" }).click();
  await page.getByRole("textbox", { name: "Last name" }).fill("Mine");
  await command(["user", "set", student.username, "--last-name", "Theirs"]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = page.getByRole("alert");
  await expect(conflict.getByRole("row", { name: "Last name Theirs Mine" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Last name" })).toHaveValue("Mine");
  await conflict.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(heading(page)).toHaveText("Noa Mine");
});

test("a person is added, with errors at their fields, and removed after seeing what goes", async ({
  page,
}) => {
  await signIn(page, admin, `${PEOPLE}/new`);
  const email = page.getByRole("textbox", { name: "Mail address" });
  await page.getByRole("textbox", { name: "Username" }).fill("admin");
  await email.fill("nobody");
  await page.getByRole("button", { name: "Add a person" }).click();
  await expect(email).toHaveAccessibleDescription("This is no mail address");
  await expect(email).toBeFocused();
  await email.fill("ida@selvedge.example");
  await page.getByRole("button", { name: "Add a person" }).click();
  const username = page.getByRole("textbox", { name: "Username" });
  await expect(username).toHaveAccessibleDescription(/Another account has this username/);
  await username.fill("ida-new");
  await page.getByRole("button", { name: "Add a person" }).click();
  await expect(heading(page)).toHaveText("ida-new");
  await expect(page.getByText("No password yet")).toBeVisible();
  await page.getByRole("button", { name: "Remove this person…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("This goes")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove for good" }).click();
  await expect(heading(page)).toHaveText("People");
  await page.getByRole("searchbox", { name: SEARCH }).fill("ida-new");
  await expect(page.getByText("Nobody fits this choice.")).toBeVisible();
});

test("everything about a person is saved as a zip", async ({ page, student }) => {
  await signIn(page, admin, PEOPLE);
  await find(page, student);
  await page.getByRole("link", { name: "Noa" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Everything about this person as a zip" }).click();
  expect((await download).suggestedFilename()).toBe(`${student.username}.zip`);
});

test("axe finds nothing on the screens of people", async ({ page, student }) => {
  await signIn(page, admin, `${PEOPLE}?search=${student.username}%40selvedge.example`);
  await expect(page.getByRole("link", { name: "Noa" })).toBeVisible();
  await page.getByRole("checkbox").last().check();
  for (const language of ["en", "he"] as const) {
    await speak(page, language);
    const inDark = language === "en";
    expect(await findings(page, { inDark }), `the list, ${language}`).toEqual([]);
  }
  await page.getByRole("main").locator("button.quiet").last().click();
  expect(await findings(page), "an action").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Noa" }).click();
  await expect(page.getByRole("form")).toBeVisible();
  expect(await findings(page), "a person").toEqual([]);
  await page.goto(`${PEOPLE}/new`);
  await expect(page.getByRole("form")).toBeVisible();
  expect(await findings(page, { inDark: false }), "a new person").toEqual([]);
});
