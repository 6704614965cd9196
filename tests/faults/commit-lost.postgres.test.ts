import { afterAll, beforeAll, describe, test } from "vitest";
import { isLong } from "../../scripts/test/round.ts";
import { newDatabase } from "../server/support/new-database.ts";
import { S3Server } from "../server/support/s3-server.ts";
import { diskStore } from "../server/support/stored-path.ts";
import { TestSchool } from "../server/support/test-school.ts";
import { CommitLine, type Loss } from "./support/commit-line.ts";
import { keepingCalls, loseEachCommit } from "./support/lost-commits.ts";

/** The time limit of a query: far more than one takes, as all others must come within it. */
const LIMIT_MS = 1000;

/** Calls that keep a file, each in its own way. Only they meet a bucket. */
const KEEP_FILE: ReadonlySet<string> = new Set([
  "a hand-in",
  "an answer with a drawing",
  "the last part of a file of the content",
  "an import with refused rows",
]);
/** A call that answers, and one that goes on in the background. Each late answer takes a second. */
const MAY_BE_LATE: ReadonlySet<string> = new Set(["a hand-in", "a table of people"]);

/** The connection tells a cut answer from a late one, and not the call. */
const isTried = (place: string, loss: Loss, name: string): boolean =>
  isLong() ||
  ((place === "a folder" || KEEP_FILE.has(name)) && (loss === "cut" || MAY_BE_LATE.has(name)));

const s3 = await S3Server.start();
afterAll(async () => {
  await s3.stop();
});

describe.each(["a folder", "a bucket"])("with files in %s", (place) => {
  let line: CommitLine;
  let school: TestSchool;
  beforeAll(async () => {
    const database = await newDatabase();
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
      Object.entries(calls).flatMap(([name, prepare]) =>
        isTried(place, loss, name) ? { loss, name, prepare } : [],
      ),
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
