import { cpSync } from "node:fs";
import { test as base } from "./story.ts";

/** Content exported by the school's command, as it is put on a stick: a folder or a zip. */
export const test = base.extend<{ exported: (name: string) => Promise<string> }>({
  exported: async ({ exports }, use, testInfo) =>
    use(async (name) => {
      const target = testInfo.outputPath(name);
      cpSync(await exports(name.endsWith(".zip") ? "zip" : "folder"), target, { recursive: true });
      return target;
    }),
});
