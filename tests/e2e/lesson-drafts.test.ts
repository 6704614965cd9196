import { expect } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { admin, test } from "./school.ts";
import { lessonAddress, signIn } from "./steps.ts";

test("a lesson shows one's own numbers and figures, and the example's by keyboard", async ({
  page,
}) => {
  const values = { waist_girth: 74, hip_girth: 101, waist_to_hip: 21 };
  const measurement = { id: 1, name: "Me", is_default: 1, units: "cm", updated: null, values };
  // The account of all tests has no table of its own.
  await page.route(/\/api\/user\/measurements(\?.*)?$/, (route) =>
    route.fulfill({ json: { measurements: [measurement], cursor: null } }),
  );
  await page.route("**/api/user/measurements/default", (route) =>
    route.fulfill({ json: { measurement } }),
  );
  await signIn(page, admin, lessonAddress({ key: "skirt-frame" }));
  const halfHip = page.getByRole("row", { name: "A–D and B–C" }).getByRole("cell").last();
  await expect(halfHip).toHaveText("52.5 cm");
  const figure = page.locator("figure img").first();
  await expect(figure).toHaveAttribute("src", /^blob:/);
  const drawn = (await figure.getAttribute("src")) ?? "";
  await page.getByRole("radio", { name: "My measurements" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(halfHip).toHaveText("52.5 cm (50 cm)");
  await page.keyboard.press("ArrowDown");
  await expect(halfHip).toHaveText("50 cm");
  await expect(figure).not.toHaveAttribute("src", drawn);
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Example", exact: true })).toBeChecked();
});
