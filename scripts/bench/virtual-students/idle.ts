import { EVERY_MS } from "../../../src/features/unseen/watch-unseen.ts";
import { watchProcessorTime } from "../process-use.ts";
import type { Figures } from "../report.ts";
import { openLoadedSchool } from "./loaded-school.ts";
import type { LoadOptions } from "./phases.ts";

const STUDENTS = 5000;
/** In this time each of them opens a connection and asks. */
const WARM_UP_SECONDS = 15;
const SECONDS = 30;

/** Measures what a school costs that everybody has open while nobody does anything. */
export const measure = async ({ seconds = SECONDS }: LoadOptions): Promise<Figures> => {
  await using school = await openLoadedSchool({ calls: "idle", students: STUDENTS });
  const before = school.memory();
  const rate = STUDENTS / (EVERY_MS / 1000);
  let used = () => Number.NaN;
  const run = await school.generator.run(
    {
      phases: [
        { rate, seconds: WARM_UP_SECONDS },
        { rate, seconds },
      ],
      retries: false,
    },
    (phase) => {
      if (phase === 1) used = watchProcessorTime(school.serverPids());
    },
  );
  const share = used() / (seconds * 1000);
  const memory = school.memory();
  console.log(
    `  ${STUDENTS} idle students, ${rate} calls a second: ${(share * 100).toFixed(0)}% of a core, ` +
      `memory ${memory.toFixed(0)} MB, before ${before.toFixed(0)} MB`,
  );
  return {
    "5,000 idle students, share of a core": share,
    "5,000 idle students, more memory": memory - before,
    "5,000 idle students, 99th percentile": run.phases[1]?.p99 ?? Number.NaN,
    "5,000 idle students, lost or otherwise refused": await school.countMistakes(),
  };
};
