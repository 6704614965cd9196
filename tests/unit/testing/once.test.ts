import { spawn } from "node:child_process";
import { once as event } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { sharedFolder } from "../../server/support/temporary-folder.ts";
import { once } from "../../support/once.ts";

const folder = sharedFolder();
const SOURCE = path.join(import.meta.dirname, "../../support/once.ts");

test("a thing is made once, and all who ask for it get what its maker returned", async () => {
  const file = path.join(folder, "shared");
  let makers = 0;
  const make = async () => {
    makers += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return { makers };
  };
  const all = [once(file, make), once(file, make), once(file, make)];
  expect(await Promise.all(all)).toEqual([{ makers: 1 }, { makers: 1 }, { makers: 1 }]);
});

test("when making fails, the next one makes it", async () => {
  const file = path.join(folder, "failed");
  const failing = once(file, () => Promise.reject(new Error("no space")));
  await expect(failing).rejects.toThrow("no space");
  expect(await once(file, async () => "made")).toBe("made");
});

test("when its maker is killed, the next one makes it", async () => {
  const file = path.join(folder, "killed");
  const code = `import { once } from ${JSON.stringify(SOURCE)};
    await once(${JSON.stringify(file)}, () => {
      console.log("making");
      return new Promise((resolve) => setTimeout(resolve, 600_000));
    });`;
  const maker = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = event(maker, "exit");
  await event(maker.stdout, "data");
  const next = once(file, async () => "made");
  maker.kill("SIGKILL");
  await ended;
  expect(await next).toBe("made");
});
