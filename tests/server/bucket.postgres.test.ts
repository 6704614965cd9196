import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { send } from "./support/client.ts";
import { handIns } from "./support/hand-ins.ts";
import { S3Server } from "./support/s3-server.ts";
import { startSchoolProcess } from "./support/school-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { openSchool } from "./support/test-school.ts";

const s3 = await S3Server.start();
afterAll(async () => {
  await s3.stop();
});

test("two servers with disks of their own share what is in the bucket", async () => {
  const school = await openSchool({ bucket: s3.of(`shared-${randomUUID()}/`) });
  await school.moveFiles("bucket");
  const dataDir = temporaryFolder();
  const second = await startSchoolProcess(dataDir, [], {
    ...school.variables,
    DATA_DIR: dataDir,
  });
  onTestFinished(async () => {
    await second.end("SIGTERM");
  });
  const { student, handIn, mine } = handIns(() => school);
  const { token } = await student();
  await handIn(token);
  const [{ uploads }] = await mine(token);
  const [{ id, files }] = uploads;
  const own = `/user/assignments/108/uploads/${id}/${files[0].name}`;
  const sheet = "/assets/fetchData?product=PM&title=sheet.pdf";
  for (const address of [own, sheet]) {
    const answer = await send(`${second.address}/api${address}`, { token });
    const here = await school.call(address, { token });
    expect([answer.status, answer.bytes.equals(here.bytes)]).toEqual([200, true]);
  }
  expect(await readdir(path.join(dataDir, "uploads"))).toEqual([]);
});
