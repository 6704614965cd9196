import { expect, type Page } from "playwright/test";
import { holdBack } from "./answers.ts";
import {
  buttonOf,
  entry,
  field,
  makeTables,
  namesAtSchool,
  openProfile,
  region,
  TABLES,
  waist,
} from "./measurements.ts";
import { test } from "./school.ts";
import { signIn, submitSignIn } from "./steps.ts";

const newTable = async (page: Page) => {
  await region(page).getByRole("button", { name: "New table" }).click();
  await expect(page.getByRole("heading", { name: "New table" })).toBeFocused();
};

/** A measure that is still being taken in may draw the choice once more as it was, which `check` does not await. */
const chooseUnits = async (page: Page, name: string) => {
  const choice = page.getByRole("radio", { name });
  await choice.click();
  await expect(choice).toBeChecked();
};

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

test("a table is created once, changed, and shows values as typed in either unit", {
  tag: "@runtime",
}, async ({ page, student }) => {
  await openProfile(page, student);
  await expect(region(page)).toContainText("You have no measurement table yet.");
  await newTable(page);
  await field(page, "Name of the table").fill("Spring");
  await waist(page).fill("68,5");
  await field(page, "Hip girth").fill("96 cm");
  await expect(page.getByRole("progressbar", { name: "2 of 46 measurements" })).toBeVisible();
  await chooseUnits(page, "Inches");
  await field(page, "Hip girth").fill("38⅜");
  await field(page, "Hip girth").blur();
  await expect(field(page, "Hip girth")).toHaveValue("38 3/8");

  // The answer waits, so that the second click meets the button as well, on a fast line too.
  const release = await holdBack(page, `${TABLES}**`);
  await save(page).dblclick();
  await release();
  await expect(region(page).getByRole("heading", { name: "Measurements" })).toBeFocused();
  await expect(
    page.getByRole("status").filter({ hasText: "“Spring” has been saved." }),
  ).toBeVisible();
  await expect(entry(page, "Spring")).toContainText(/Default.*38.3\/8/);
  expect(await namesAtSchool(page)).toEqual(["Spring"]);

  await page.reload();
  await buttonOf(page, "Spring", "Edit").click();
  await expect(waist(page)).toHaveValue("27");
  await chooseUnits(page, "Centimetres");
  await expect(waist(page)).toHaveValue("68.5");
  await waist(page).fill("");
  await save(page).click();
  await expect(entry(page, "Spring")).toContainText("1 of 46 measurements");
  // Back leaves the saved table and does not open it again.
  await page.goBack();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
});

test("edits, prints and compares measurement tables", async ({ page, school, student }) => {
  await makeTables(school, student, [
    { name: "Spring", values: { waist_girth: 70, hip_girth: 98, height: 168 } },
    { name: "Autumn", values: { waist_girth: 68.5, hip_girth: 98, wrist_girth: 16 } },
  ]);

  await test.step("failures are shown, and what was typed stays", async () => {
    const alert = (text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });
    await page.route(`${TABLES}**`, (route) => route.abort());
    await signIn(page, student, "/tls/profile");
    await expect(alert("Your measurement tables could not be fetched")).toBeVisible();
    await page.unroute(`${TABLES}**`);
    await page.route(`${TABLES}/default`, (route) => route.fulfill({ status: 500 }));
    await page.getByRole("button", { name: "Try again" }).click();
    const busy = alert("Your default measurements could not be fetched");
    await expect(busy).toContainText("The school cannot answer at the moment");
    await page.unroute(`${TABLES}/default`);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(busy).toHaveCount(0);

    await page.route(`${TABLES}**`, (route) =>
      route.request().method() === "GET" ? route.fallback() : route.abort(),
    );
    await buttonOf(page, "Spring", "Edit").click();
    await waist(page).fill("71");
    await save(page).click();
    await expect(alert("The changes to the table could not be saved")).toBeVisible();
    await expect(waist(page)).toHaveValue("71");
    await page.getByRole("link", { name: "Back to measurements" }).click();
    await buttonOf(page, "Autumn", "Delete").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(alert("The table could not be deleted")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.unroute(`${TABLES}**`);
    await buttonOf(page, "Spring", "Edit").click();
    await page.getByRole("button", { name: "Discard changes" }).click();
  });

  await test.step("tables are copied, made the default, compared and deleted", async () => {
    await buttonOf(page, "Autumn", "Make default").click();
    await expect(entry(page, "Autumn")).toContainText("Default");
    await region(page).getByRole("button", { name: "Compare" }).click();
    const table = page.getByRole("table");
    const row = (name: string) =>
      table.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
    await page.getByRole("combobox", { name: "Earlier table" }).selectOption({ index: 0 });
    await page.getByRole("combobox", { name: "Later table" }).selectOption({ index: 1 });
    await expect(row("Waist girth").getByRole("cell")).toHaveText(["70", "68.5", "−1.5"]);
    await expect(row("Wrist girth").getByRole("cell")).toHaveText(["–not measured", "16", ""]);
    await page.getByRole("checkbox", { name: "Show only changes" }).check();
    await expect(table.getByRole("rowheader")).toHaveText(["Girths", "Waist girth cm"]);
    await page.getByRole("link", { name: "Back to measurements" }).click();

    await buttonOf(page, "Autumn", "Duplicate").dblclick();
    await expect(entry(page, "Copy of Autumn")).toContainText("68.5 cm");
    await buttonOf(page, "Autumn", "Delete").click();
    const dialog = page.getByRole("dialog", { name: "Delete “Autumn”?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(buttonOf(page, "Autumn", "Delete")).toBeFocused();
    await buttonOf(page, "Autumn", "Delete").click();
    await dialog.getByRole("button", { name: "Delete" }).dblclick();
    await expect(entry(page, "Autumn")).toHaveCount(0);
    await expect(entry(page, "Copy of Autumn")).toContainText("Default");
    expect(await namesAtSchool(page)).toEqual(["Copy of Autumn", "Spring"]);
  });

  await test.step("a table is printed on one page, and nothing else with it", async () => {
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    await buttonOf(page, "Spring", "Print").click();
    await expect(page.locator("html")).toHaveAttribute("data-printed");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Total crotch length")).toBeVisible();
    for (const other of ["Change password", "Policies", "Edit", "Courses"]) {
      await expect(page.getByText(other, { exact: true }).first()).toBeHidden();
    }
    const paper = await page.pdf({ format: "A4" });
    expect(paper.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect(region(page)).toBeVisible();
  });

  await test.step("unsaved changes survive leaving, a reload and the end of a session, until they are saved", async () => {
    await buttonOf(page, "Spring", "Edit").click();
    await waist(page).fill("71.5");
    await field(page, "Hip girth").fill("nearly 98");
    await page.goBack();
    await expect(entry(page, "Spring")).toContainText("Unsaved changes");
    await buttonOf(page, "Spring", "Edit").click();
    await expect(page.getByText("Your unsaved changes have been restored.")).toBeVisible();
    await page.reload();
    await expect(field(page, "Hip girth")).toHaveValue("nearly 98");
    await field(page, "Hip girth").fill("98");
    await page.route(`${TABLES}/*`, (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 401, json: { status: 401 } })
        : route.fallback(),
    );
    await save(page).click();
    await expect(page.getByRole("form", { name: "Sign in" })).toBeVisible();
    await page.unroute(`${TABLES}/*`);
    await submitSignIn(page, student);
    await expect(waist(page)).toHaveValue("71.5");
    await expect(field(page, "Hip girth")).toHaveValue("98");
    await save(page).click();
    await expect(entry(page, "Spring")).toContainText("71.5 cm");
  });

  await test.step("a field says where to measure and the figure shows it; unusual values are questioned, not refused", async () => {
    await newTable(page);
    const tape = page.locator("figure g > g");
    await waist(page).focus();
    await expect(waist(page)).toHaveAccessibleDescription(
      "cm. Midway between the lowest rib and the top of the hip bone",
    );
    await expect(tape).toHaveCount(1);
    await expect(page.locator("figcaption")).toContainText("Midway between the lowest rib");
    await waist(page).fill("26");
    await waist(page).blur();
    await expect(waist(page)).toHaveAccessibleDescription(
      /Is that right\? Most people measure between 45.cm and 170.cm here\./,
    );
    await field(page, "Name of the table").fill("Odd");
    await field(page, "Knee girth").fill("about 36");
    await save(page).click();
    await expect(field(page, "Knee girth")).toBeFocused();
    await expect(field(page, "Knee girth")).toHaveAccessibleDescription(/Please enter a number/);
    await field(page, "Knee girth").fill("36");
    await save(page).click();
    await expect(entry(page, "Odd")).toContainText("26 cm");
  });
});
