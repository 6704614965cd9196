import { watchProcessorTime } from "../process-use.ts";
import type { Figures } from "../report.ts";
import { findCapacity } from "./capacity.ts";
import type { PhaseFigures } from "./job.ts";
import type { LoadedSchool } from "./loaded-school.ts";
import { writePicture } from "./picture.ts";

/** How long each phase takes without `--seconds`. */
export const SECONDS = 15;
/** Overload between half the capacity before and after it. */
const TIMES = [0.5, 1, 2, 4, 0.5];
/** A student who studies makes five calls within 30 seconds. */
const STUDENTS_PER_CALL = 30 / 5;
/** Beyond this lateness the latencies are those of the generator. */
const LATE_MS = 50;
/** So many seconds in a row are normal again, not one by chance. */
const NORMAL_SECONDS = 3;
/** How long the phase after an overload takes at least, whatever `--seconds` says: it shows a recovery of 10 seconds. */
export const RECOVERY_SECONDS = 10 + NORMAL_SECONDS;

export interface LoadOptions {
  /** How long each phase takes. */
  seconds?: number;
  /** Whether the calls come by HAProxy. */
  isBalanced?: boolean;
}

/** The numbers of a phase, or of each second of one. */
export interface LoadRun {
  /** As the name of its figures and its picture has it. */
  name: string;
  /** The limit of the 99th percentile at the capacity. */
  limitMs: number;
  /** Calls a second that any machine answers. */
  from: number;
  /** Whether the calls are those of students who study. */
  isStudy?: boolean;
  /**
   * Whether those who were refused go on waiting after the overload, as people at the sign-in form do. They
   * are a load of their own for a minute, so a refusal of one of them is no sign that the school has not recovered.
   */
  comesBack?: boolean;
}

const cells = (...texts: string[]): string =>
  texts.map((text, at) => (at === 0 ? text.padEnd(24) : text.padStart(9))).join("");

const HEAD = cells(
  "    calls a second",
  ...["planned", "begun", "good", "of cap.", "median", "p99", "refused", "given up", "late"],
);

const rowOf = (name: string, rate: number, capacity: number, figures: PhaseFigures): string => {
  const { begun, goodput, refused, givenUp, median, p99, lateness } = figures;
  const counts = [rate, begun, goodput].map((count) => count.toFixed(0));
  const row = cells(
    `    ${name}`,
    ...counts,
    (goodput / capacity).toFixed(2),
    ...[median, p99].map((time) => `${time.toFixed(0)} ms`),
    ...[refused, givenUp].map((count) => count.toFixed(0)),
    `${lateness.toFixed(0)} ms`,
  );
  return lateness > LATE_MS ? `${row}  the generator could not keep up` : row;
};

/** Prints how phases went, one a line. */
export const printPhases = (
  capacity: number,
  phases: { name: string; rate: number; figures: PhaseFigures }[],
): void => {
  console.log(HEAD);
  for (const { name, rate, figures } of phases) console.log(rowOf(name, rate, capacity, figures));
};

/**
 * How many seconds after `from` the school is normal again; infinite: it is not.
 * @param mayRefuse see `LoadRun.comesBack`
 */
export const secondsToNormal = (
  seconds: readonly PhaseFigures[],
  from: number,
  limitMs: number,
  mayRefuse = false,
): number => {
  const isNormal = (at: number) => {
    const some = seconds.slice(at, at + NORMAL_SECONDS);
    return (
      some.length === NORMAL_SECONDS &&
      some.every(
        ({ p99, refused, goodput }) =>
          goodput > 0 && p99 <= limitMs && (mayRefuse || refused === 0),
      )
    );
  };
  const found = seconds.findIndex((_, at) => at >= from && isNormal(at));
  return found < 0 ? Number.POSITIVE_INFINITY : found - from;
};

/** What counts as normal: the limit of the capacity, or twice what a half-loaded machine needs. */
export const normalMs = (limitMs: number, before: PhaseFigures | undefined): number =>
  Math.max(limitMs, 2 * (before?.p99 ?? 0));

/** Finds the capacity of a school, and offers it half of that, all of it, twice and four times. */
export const measurePhases = async (
  school: LoadedSchool,
  { name, limitMs, from, isStudy = false, comesBack }: LoadRun,
  { seconds = SECONDS }: LoadOptions,
): Promise<{ capacity: number; figures: Figures }> => {
  const capacity = await findCapacity(school.generator, limitMs, from);
  const phases = TIMES.map((times, at) => ({
    rate: times * capacity,
    seconds: at === TIMES.length - 1 ? Math.max(seconds, RECOVERY_SECONDS) : seconds,
  }));
  const databasePids = await school.databasePids();
  let inServers = () => Number.NaN;
  let inDatabase = inServers;
  const cost: number[] = [];
  const run = await school.generator.run({ phases, retries: true }, (phase) => {
    if (phase === 1) {
      inServers = watchProcessorTime(school.serverPids());
      inDatabase = watchProcessorTime(databasePids);
    } else if (phase === 2) cost.push(inServers(), inDatabase());
  });
  const [half, full, twice, fourTimes] = run.phases;
  const calls = (full?.begun ?? 0) * seconds;
  const perCall = cost.map((milliseconds) => (milliseconds / calls).toFixed(2));
  const back = secondsToNormal(run.seconds, 4 * seconds, normalMs(limitMs, half), comesBack);
  console.log(
    `  ${name}: capacity ${capacity.toFixed(0)} calls a second with 99 of 100 within ${limitMs} ms` +
      (isStudy ? ` = ${(capacity * STUDENTS_PER_CALL).toFixed(0)} students` : ""),
  );
  printPhases(
    capacity,
    run.phases.map((figures, at) => ({
      name: `${TIMES[at]} times`,
      rate: phases[at]?.rate ?? 0,
      figures,
    })),
  );
  console.log(
    `    processor time of a call: ${perCall[0]} ms in the servers` +
      (databasePids.length > 0 ? `, ${perCall[1]} ms in the database` : "") +
      `; memory of a server ${school.memory().toFixed(0)} MB; ` +
      `normal again ${back} s after four times the capacity`,
  );
  writePicture(
    name,
    run.seconds,
    TIMES.map((times, at) => ({ at: at * seconds, text: `${times} times` })),
  );
  const goodput = (phase: PhaseFigures | undefined) => (phase?.goodput ?? 0) / capacity;
  return {
    capacity,
    figures: {
      [`${name}, goodput at twice the capacity`]: goodput(twice),
      [`${name}, goodput at four times the capacity`]: goodput(fourTimes),
      [`${name}, what is accepted, 99th percentile`]: Math.max(...run.phases.map(({ p99 }) => p99)),
      [`${name}, back to normal after an overload`]: back,
      [`${name}, lost, done twice or otherwise refused`]: await school.countMistakes(),
    },
  };
};
