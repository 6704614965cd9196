import type { Figures } from "../report.ts";
import { startBareRoute } from "../start-bare-route.ts";
import { findCapacity } from "./capacity.ts";
import type { VirtualStudent } from "./job.ts";
import { openLoadedSchool } from "./loaded-school.ts";
import { type LoadOptions, measurePhases } from "./phases.ts";
import { startGenerator } from "./start-generator.ts";

/** How many students make the calls. At another rate each of them makes more or fewer calls. */
export const STUDENTS = 4000;
export const STUDY = { limitMs: 100, from: 200, isStudy: true };

/** The capacity of a Hono server that does nothing but as many durable writes. */
const bareCapacity = async (): Promise<number> => {
  await using bare = await startBareRoute();
  const nobody: VirtualStudent = { name: "", token: "", completed: 0, thread: 0, table: 0 };
  using generator = startGenerator({
    urls: [bare.url],
    calls: "bare",
    ...{ product: "", course: 0, lessons: [] },
    students: Array.from({ length: STUDENTS }, () => nobody),
  });
  return await findCapacity(generator, STUDY.limitMs, STUDY.from);
};

/** Measures one server on SQLite under the calls of students who study. */
export const measure = async (options: LoadOptions): Promise<Figures> => {
  const { isBalanced = false } = options;
  await using school = await openLoadedSchool({ calls: "study", students: STUDENTS, isBalanced });
  const { capacity, figures } = await measurePhases(school, { ...STUDY, name: "SQLite" }, options);
  if (isBalanced) return figures;
  const bare = await bareCapacity();
  console.log(`    a bare Hono route with as many durable writes: ${bare.toFixed(0)} a second`);
  return { ...figures, "SQLite, capacity against a bare Hono route": capacity / bare };
};
