import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { attachmentSuite } from "./suites/attachments.ts";
import { fileTicketSuite } from "./suites/file-tickets.ts";
import { fileSuite } from "./suites/files.ts";
import { uploadSuite } from "./suites/uploads.ts";
import { send } from "./support/client.ts";
import { handIns } from "./support/hand-ins.ts";
import { startPostgres } from "./support/postgres-cluster.ts";
import { S3Server } from "./support/s3-server.ts";
import { startSchoolProcess } from "./support/school-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { openSchools } from "./support/test-school.ts";

const s3 = await S3Server.start();
const cluster = await startPostgres();
afterAll(async () => {
  await s3.stop();
  await cluster?.stop();
});

/** Opens a school as several servers share it: on PostgreSQL, with its files in a bucket. */
const open = openSchools(async (school, options) => {
  const databaseUrl = await cluster?.createDatabase();
  await school.open({ ...options, databaseUrl, bucket: s3.of(`school-${randomUUID()}/`) });
  await school.moveFiles("bucket");
});

describe.skipIf(!cluster)("in a bucket", () => {
  for (const suite of [attachmentSuite, fileSuite, fileTicketSuite, uploadSuite]) {
    describe(suite.name, () => suite(open));
  }
});

test.skipIf(!cluster)(
  "two servers with disks of their own share what is in the bucket",
  async () => {
    const school = await open();
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
  },
);
