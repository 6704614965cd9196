import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "../../../tests/server/support/postgres-cluster.ts";
import { type Figures, SkippedError } from "../report.ts";
import { type LoadedSchool, openLoadedSchool } from "./loaded-school.ts";
import {
  type LoadOptions,
  measurePhases,
  normalMs,
  printPhases,
  RECOVERY_SECONDS,
  SECONDS,
  secondsToNormal,
} from "./phases.ts";
import { writePicture } from "./picture.ts";
import { STUDENTS, STUDY } from "./sqlite.ts";

/** The load of a school that loses one of its servers, against the capacity of both. */
const TIMES = 0.6;
const DOWN_SECONDS = 5;

const NAME = "PostgreSQL with two servers";
const KILLED = "one of two servers killed";

/** Kills one of the servers, and starts it again. */
const measureKill = async (
  school: LoadedSchool,
  capacity: number,
  { seconds = SECONDS }: LoadOptions,
): Promise<Figures> => {
  const rate = TIMES * capacity;
  let killing = Promise.resolve(0);
  const kill = async () => {
    const killed = performance.now();
    await school.killLast(DOWN_SECONDS * 1000);
    return (performance.now() - killed) / 1000;
  };
  const parts = ["with both", "from the kill on", "later"];
  // It is started again in the second phase, or in the third if phases are short.
  const later = Math.max(seconds, DOWN_SECONDS + RECOVERY_SECONDS);
  const phases = [seconds, seconds, later].map((each) => ({ rate, seconds: each }));
  const run = await school.generator.run({ phases, retries: true }, (phase) => {
    if (phase === 1) killing = kill();
  });
  const away = await killing;
  // Balancers take it back at their next question.
  await pause(1000);
  const back = secondsToNormal(
    run.seconds,
    Math.ceil(seconds + away),
    normalMs(STUDY.limitMs, run.phases[0]),
  );
  console.log(
    `  ${KILLED} at ${TIMES} times the capacity of both, and away for ${away.toFixed(1)} s`,
  );
  printPhases(
    capacity,
    run.phases.map((figures, at) => ({ name: parts[at] ?? "", rate, figures })),
  );
  console.log(`    normal again ${back} s after its start`);
  writePicture(KILLED, run.seconds, [
    { at: seconds, text: "killed" },
    { at: seconds + away, text: "started again" },
  ]);
  return {
    [`${KILLED}, what is accepted, 99th percentile`]: Math.max(...run.phases.map(({ p99 }) => p99)),
    [`${KILLED}, back to normal after its start`]: back,
    [`${KILLED}, lost, done twice or otherwise refused`]: await school.countMistakes(true),
  };
};

/** Measures two servers on one PostgreSQL under the calls of students who study. */
export const measure = async (options: LoadOptions): Promise<Figures> => {
  const cluster = await startPostgres({ isDurable: true });
  if (!cluster) throw new SkippedError("PostgreSQL is not installed, or cannot be run here");
  try {
    const databaseUrl = await cluster.createDatabase();
    await using school = await openLoadedSchool({
      ...{ calls: "study", students: STUDENTS, servers: 2, databaseUrl },
      isBalanced: options.isBalanced ?? false,
    });
    const { capacity, figures } = await measurePhases(school, { ...STUDY, name: NAME }, options);
    return { ...figures, ...(await measureKill(school, capacity, options)) };
  } finally {
    await cluster.stop();
  }
};
