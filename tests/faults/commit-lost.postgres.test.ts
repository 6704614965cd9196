import { afterAll, beforeAll, describe, test } from "vitest";
import { startPostgres } from "../server/support/postgres-cluster.ts";
import { S3Server } from "../server/support/s3-server.ts";
import { diskStore } from "../server/support/stored-path.ts";
import { TestSchool } from "../server/support/test-school.ts";
import { CommitLine, type Loss } from "./support/commit-line.ts";
import { keepingCalls, loseEachCommit } from "./support/lost-commits.ts";

/** The time limit of a query: far more than one takes, as all others must come within it. */
const LIMIT_MS = 1000;

const cluster = await startPostgres();
const s3 = await S3Server.start();
afterAll(async () => {
  await cluster?.stop();
  await s3.stop();
});

describe.skipIf(!cluster).each(["a folder", "a bucket"])("with files in %s", (place) => {
  let line: CommitLine;
  let school: TestSchool;
  beforeAll(async () => {
    const database = (await cluster?.createDatabase()) ?? "";
    const prepared = await TestSchool.prepare(database);
    line = await CommitLine.open(database);
    const bucket = place === "a bucket" ? { bucket: s3.of("lost/") } : {};
    school = await TestSchool.open({ databaseUrl: line.address(LIMIT_MS), ...bucket }, prepared);
    if (place === "a bucket") await school.moveFiles("bucket");
  });
  afterAll(async () => {
    await school.close();
    await line.close();
  });

  const calls = keepingCalls(
    () => school,
    async () => (place === "a bucket" ? (await school.places()).store : diskStore(school.dataDir)),
  );
  const losses: Loss[] = ["cut", "late"];
  test.each(
    losses.flatMap((loss) =>
      Object.entries(calls).map(([name, prepare]) => ({ loss, name, prepare })),
    ),
  )(
    "what was acknowledged is there, whichever commit has its answer $loss: $name",
    ({ loss, prepare }) =>
      loseEachCommit(prepare, {
        lose: (which) => line.lose(loss, which),
        keepAll: () => line.keepAll(),
        refusal: [503, "server/database_away"],
      }),
  );
});
