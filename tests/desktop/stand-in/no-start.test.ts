import { expect } from "playwright/test";
import { test } from "../story.ts";

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
