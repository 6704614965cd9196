import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "playwright/test";
import { test as base } from "./story.ts";

/** Content exported by the school's command, as it is put on a stick. */
export const test = base.extend<{ exported: (name: string) => Promise<string> }>({
  exported: async ({ running }, use, testInfo) =>
    use(async (name) => {
      const target = testInfo.outputPath(name);
      const words = ["src/server/cli.ts", "content", "export", target];
      const child = spawn(process.execPath, words, {
        env: { ...process.env, DATA_DIR: running.dataDir },
        stdio: ["ignore", "ignore", "inherit"],
      });
      const [code] = await once(child, "exit");
      expect(code, "how the export ended").toBe(0);
      return target;
    }),
});
