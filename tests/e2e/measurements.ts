import { expect, type Locator, type Page } from "playwright/test";
import { callAs } from "./call-as.ts";
import type { Account } from "./school.ts";
import { heading, signIn } from "./steps.ts";

export const TABLES = "**/api/user/measurements";

export const region = (page: Page): Locator => page.getByRole("region", { name: "Measurements" });

export const field = (page: Page, name: string): Locator =>
  page.getByRole("textbox", { name, exact: true });

export const waist = (page: Page): Locator => field(page, "Waist girth");

export const entry = (page: Page, name: string): Locator =>
  page
    .getByRole("list", { name: "Measurement tables" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

export const buttonOf = (page: Page, table: string, name: string): Locator =>
  entry(page, table).getByRole("button", { name, exact: true });

/** Signs in and waits for the tables. */
export const openProfile = async (page: Page, account: Account): Promise<void> => {
  await signIn(page, account, "/tls/profile");
  await expect(heading(page)).toHaveText("Profile");
  await expect(region(page).getByRole("button", { name: "New table" })).toBeVisible();
};

/** Creates tables without a browser; the first of several is the default. */
export const makeTables = async (
  school: string,
  account: Account,
  tables: { name: string; units?: "cm" | "in"; values?: Record<string, number> }[],
): Promise<void> => {
  const call = await callAs(school, account);
  for (const table of tables) await call("/user/measurements", table);
};

/** How many tables the school keeps, as the page's own session sees them. */
export const namesAtSchool = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem("session.v1") ?? "{}");
    const answer = await fetch("/api/user/measurements", {
      headers: { authorization: `Bearer ${token}` },
    });
    const { measurements } = await answer.json();
    return measurements.map(({ name }: { name: string }) => name);
  });
