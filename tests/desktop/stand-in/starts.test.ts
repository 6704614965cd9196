import { expect, type Page } from "playwright/test";
import { submitSignIn } from "../../e2e/steps.ts";
import { test } from "../story.ts";

/** An import writes hundreds of files, one after the other. */
const imported = async (page: Page): Promise<void> => {
  await expect(page.getByText("The content has been imported.")).toBeVisible();
};

const startedWith = (...words: string[]) => ({
  config: { globalVariables: { ARGS: ["learning-space", ...words] } },
});

test("imports a zip that is passed at a start", async ({ openDesktop, machine, exported }) => {
  const zip = await exported("school.zip");
  const options = await machine("offline", "activated");
  const first = await openDesktop({ ...options, host: startedWith("--path=/a.zip", zip) });
  const courses = first.page.getByRole("list", { name: "Courses" });

  await test.step("a zip passed at the start is imported once, and not again on a reload", async () => {
    await imported(first.page);
    await first.page.reload();
    await expect(courses).toContainText("Pattern making");
    await expect(first.page.getByText("The content has been imported.")).toHaveCount(0);
  });

  await test.step("a zip of content opens in the window that is already open, and the second start exits without a window", async () => {
    const other = await exported("school.learning-space.zip");
    const second = await openDesktop({ ...options, host: startedWith(other) });
    // Exiting would store the size and the place of a window that was never shown.
    await expect.poll(() => second.host?.calls).toContain("app.killProcess");
    expect(second.host?.calls).not.toContain("app.exit");
    expect(second.host?.calls).not.toContain("window.show");
    await expect.poll(() => first.host?.calls).toContain("window.focus");
    await imported(first.page);
    await expect(courses).toContainText("Pattern making");
  });
});

test("refuses a zip in the hybrid app", async ({ openDesktop, machine, student }) => {
  const options = await machine("hybrid", "activated");
  const { page } = await openDesktop({ ...options, host: startedWith("/stick/school.zip") });
  await submitSignIn(page, student);
  await expect(page.getByText("This app gets its lessons from your school")).toBeVisible();
});

test("says when it cannot start, and can be closed then too", async ({
  openDesktop,
  quietConsole,
}) => {
  quietConsole.expect(/./);
  const { page, host } = await openDesktop({
    build: "offline",
    host: { config: { nativeAllowList: ["app.exit"] } },
  });
  await expect.poll(() => host?.calls).toContain("os.getPath");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "The app has lost its connection to this computer",
  );
  host?.broadcast("windowClose", null);
  await expect.poll(() => host?.calls).toContain("app.exit");
});
