import { expect } from "playwright/test";
import { type DevProject, startDevProject } from "./dev-project.ts";
import { test } from "./school.ts";

// One worker runs both tests: a start compiles everything.
test.describe.configure({ mode: "default" });

let project: DevProject;

test.beforeAll(async () => {
  // The first run compiles everything and creates the demo school.
  project = await startDevProject(test.info().project.name);
});
test.afterAll(() => project?.stop());

test("shows a saved change in the open page, which keeps its state", {
  tag: ["@all", "@runtime"],
}, async ({ page }) => {
  await page.goto(project.address);
  const name = page.getByLabel("Username");
  await name.fill("student");

  await project.edit(
    "src/features/authorization/sign-in-form.tsx",
    "</form>",
    "<p>Saved just now</p></form>",
  );
  await expect(page.getByText("Saved just now")).toBeVisible();
  await expect(name).toHaveValue("student");

  await project.edit(
    "src/features/authorization/authorization.module.css",
    ".card {",
    ".card { border-top: 7px solid;",
  );
  await expect(page.locator("form").locator("..")).toHaveCSS("border-top-width", "7px");
  await expect(name).toHaveValue("student");
});

test("the demo school restarts when its code changes, and people can sign in", {
  tag: "@all",
}, async ({ page }) => {
  await project.edit(
    "src/server/http/health-routes.ts",
    'app.get("/health"',
    'app.get("/changed", () => new Response("new"));\n  app.get("/health"',
  );
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${project.address}/api/changed`);
      return answer.ok() ? await answer.text() : answer.status();
    })
    .toBe("new");
  await page.goto(project.address);
  await page.getByLabel("Username").fill("student");
  await page.getByLabel("Password").fill("demo-student");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Dana" })).toBeVisible();
});

test("the port is free once npm has ended", { tag: "@all" }, async () => {
  await project.stop();
  await expect(fetch(project.address)).rejects.toThrow("fetch failed");
});
