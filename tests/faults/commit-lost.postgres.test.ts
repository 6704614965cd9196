import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, test } from "vitest";
import { isLong } from "../../scripts/test/round.ts";
import { newDatabase } from "../server/support/new-database.ts";
import { S3Server } from "../server/support/s3-server.ts";
import { diskStore } from "../server/support/stored-path.ts";
import { TestSchool } from "../server/support/test-school.ts";
import { keepingCalls, loseEachCommit } from "./support/lost-commits.ts";

/** The time limit of a query: far more than one takes, as all others must come within it. */
const LIMIT_MS = 1000;

/** What becomes of the answer to a commit: the connection is cut, or it does not come before the time limit. */
type Loss = "cut" | "late";

/** How PostgreSQL's protocol sends `commit`: a query with its length. */
const COMMIT = Buffer.from("Q\0\0\0\x0bcommit\0", "latin1");

/** A line to PostgreSQL on which every commit arrives, and the answer to one of them is lost. */
const openCommitLine = async (target: string) => {
  const { port, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  /** How many commits there are until the one whose answer is lost; 0: none is. */
  let left = 0;
  let next: Loss = "cut";
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    let loss: Loss | null = null;
    near.on("data", (piece: Buffer) => {
      if (left > 0 && piece.includes(COMMIT)) {
        left -= 1;
        if (left === 0) loss = next;
      }
      far.write(piece);
    });
    far.on("data", (piece: Buffer) => {
      // The answer says that the database has committed.
      if (loss === null) near.write(piece);
      else if (loss === "cut") near.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = new URL(target);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  address.searchParams.set("query_timeout", String(LIMIT_MS));
  return {
    /** The address of the database at this end. */
    databaseUrl: address.href,
    /** Loses the answer to a commit. @param which the first from now on is 1 */
    lose(loss: Loss, which: number): void {
      next = loss;
      left = which;
    },
    /** Loses none from now on. @returns whether one was lost */
    keepAll(): boolean {
      const hasLost = left === 0;
      left = 0;
      return hasLost;
    },
    async close(): Promise<void> {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
};

/** Calls that keep a file, each in its own way. Only they meet a bucket. */
const KEEP_FILE: ReadonlySet<string> = new Set([
  ...["a hand-in", "an answer with a drawing", "an import with refused rows"],
  "the last part of a file of the content",
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
  let line: Awaited<ReturnType<typeof openCommitLine>>;
  let school: TestSchool;
  beforeAll(async () => {
    const database = await newDatabase();
    const prepared = await TestSchool.prepare(database);
    line = await openCommitLine(database);
    const bucket = place === "a bucket" ? { bucket: s3.of("lost/") } : {};
    school = await TestSchool.open({ databaseUrl: line.databaseUrl, ...bucket }, prepared);
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
  const all = losses.flatMap((loss) =>
    Object.entries(calls).map(([name, prepare]) => ({ loss, name, prepare })),
  );
  test.each(all.filter(({ loss, name }) => isTried(place, loss, name)))(
    "what was acknowledged is there, whichever commit has its answer $loss: $name",
    ({ loss, prepare }) =>
      loseEachCommit(prepare, {
        lose: (which) => line.lose(loss, which),
        keepAll: () => line.keepAll(),
        refusal: [503, "server/database_away"],
      }),
  );
});
