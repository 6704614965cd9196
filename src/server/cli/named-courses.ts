import { courseIds } from "../content/import-school.ts";
import type { Database } from "../db/open-database.ts";
import type { TaughtCourses } from "../desk/viewer.ts";
import { CommandError } from "./command-context.ts";

/**
 * The ids of courses by their keys, in the order given.
 * @throws CommandError that lists the known courses
 */
export const namedCourses = async (
  { read }: Database,
  keys: readonly string[],
): Promise<number[]> => {
  const known = await courseIds(read);
  return keys.map((key) => {
    const id = known.get(key);
    if (id !== undefined) return id;
    const all = [...known.keys()].join(", ") || "none yet: import the content first";
    throw new CommandError(`There is no course "${key}". Courses: ${all}.`);
  });
};

/** Like `namedCourses`, for the courses that a tutor teaches. */
export const namedTaught = async (
  database: Database,
  keys: "all" | readonly string[],
): Promise<TaughtCourses> => (keys === "all" ? keys : namedCourses(database, keys));
