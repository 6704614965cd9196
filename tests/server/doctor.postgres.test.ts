import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { runChecks } from "../../src/server/cli/doctor/run-checks.ts";
import { openDatabase } from "../../src/server/db/open-database.ts";
import { DEFAULT_ENVIRONMENT } from "../../src/server/school/settings/environment.ts";
import { newDatabase } from "./support/new-database.ts";
import { diskStore } from "./support/stored-path.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("the doctor takes no wait for the public address for a clock that is off", async () => {
  const database = await openDatabase("", await newDatabase());
  let passed = 0;
  const clock = () => Date.now() + passed;
  const slow = createServer((_, answer) => {
    passed += 30_000;
    answer.setHeader("Date", new Date(clock()).toUTCString()).end();
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  const { port } = slow.address() as AddressInfo;
  const dataDir = temporaryFolder();
  const environment = {
    ...DEFAULT_ENVIRONMENT,
    ...{ dataDir, uploadsReserve: 0, publicUrl: `http://127.0.0.1:${port}` },
  };
  const [found] = await runChecks(
    { environment, database, store: diskStore(dataDir), clock, webDir: dataDir },
    { names: ["clock"] },
  );
  slow.close();
  await database.close();
  expect(found?.code).toBe("staff-doctor.clock-fine");
});
