import type { Figures } from "../report.ts";
import { FILM_LESSON } from "./calls.ts";
import { openLoadedSchool } from "./loaded-school.ts";
import { type LoadOptions, measurePhases } from "./phases.ts";

const READERS = 2000;
/** Not all of them have come to the lesson with the film. */
const STUDENTS = 2.5 * READERS;

/** Measures students who watch the same film, each of them part by part. */
export const measure = async (options: LoadOptions): Promise<Figures> => {
  let readers = 0;
  await using school = await openLoadedSchool({
    ...{ calls: "film", students: STUDENTS },
    chooses: ({ completed }, lessons) =>
      completed > lessons.findIndex(({ key }) => key === FILM_LESSON) && readers++ < READERS,
  });
  const { figures } = await measurePhases(
    school,
    { name: "readers of one film", limitMs: 100, from: 200 },
    options,
  );
  return figures;
};
