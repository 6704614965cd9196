import { expect, onTestFinished, test } from "vitest";
import { send } from "./support/client.ts";
import { startDemo } from "./support/demo-process.ts";
import { outerAddress } from "./support/outer-address.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("npm start accepts HOST, which lets other machines connect, and a message says so", async () => {
  const demo = await startDemo(temporaryFolder(), { HOST: "0.0.0.0" });
  onTestFinished(async () => void (await demo.end()));
  expect(demo.text).toContain("Other machines can reach it");
  const address = demo.address.replace("0.0.0.0", outerAddress() ?? "127.0.0.1");
  expect((await send(`${address}/api/health`)).status).toBe(200);
});
