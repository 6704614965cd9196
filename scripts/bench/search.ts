import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { LARGE_PRODUCT, writeLargeSchool } from "./large-school.ts";
import { processorTime } from "./process-use.ts";
import type { Figures } from "./report.ts";
import type { SearchLoad, SearchTimes } from "./search-load.ts";

/** What is in every lesson of the large school, as people type it. */
const SAID =
  "lay the rule on the paper and draw the line in one stroke from the first point to the last";
const CONNECTIONS = 40;
const SECONDS = 5;

/**
 * Queries as they are typed: starts of words, words, two words in sequence and apart, and titles.
 * Almost all of them match all 2,000 lessons.
 */
const queries = (): string[] => {
  const words = SAID.split(" ");
  const typed = words.flatMap((word) => [word.slice(0, 2), word.slice(0, 3), word]);
  const pairs = words.flatMap((word, at) => [
    `${word} ${words[at + 1] ?? "the"}`,
    `${word} ${words[(at * 7) % words.length]}`,
  ]);
  const titles = words.map((_, at) => `Lesson ${at + 1}.${(at % 10) + 1}`);
  return [...new Set([...typed, ...pairs, ...titles])];
};

const execute = promisify(execFile);

/** Puts a load on the school from a process of its own. */
const put = async (load: SearchLoad): Promise<SearchTimes> => {
  const script = path.join(import.meta.dirname, "search-load.ts");
  const { stdout } = await execute(process.execPath, [script, JSON.stringify(load)]);
  return JSON.parse(stdout) as SearchTimes;
};

const rounded = ({ searches, median, p99, lessonMedian, lessonP99 }: SearchTimes): string =>
  `${searches} searches, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; lessons ` +
  `meanwhile: median ${lessonMedian.toFixed(1)} ms, p99 ${lessonP99.toFixed(1)} ms`;

/**
 * Measures 40 searches at once in a school of 2,000 lessons, and lessons meanwhile. With
 * `DATABASE_URL` it measures PostgreSQL, whose own processor time is not counted.
 */
export const measureSearch = async (): Promise<Figures> => {
  const folder = writeLargeSchool();
  const school = await startSchool({ folder });
  try {
    const { token } = await openApi(school.url, "admin");
    const product = `/api/products/${LARGE_PRODUCT}`;
    const load: SearchLoad = {
      ...{ url: school.url, token, connections: CONNECTIONS, milliseconds: SECONDS * 1000 },
      searches: queries().map((q) => `${product}/search?language=en&q=${encodeURIComponent(q)}`),
      lesson: `${product}/lessons/lesson-1-1-1`,
    };
    // Each query for the first time, as after an import.
    const first = await put({ ...load, milliseconds: 1000 });
    console.log(`  after the start: ${rounded(first)}`);
    const before = processorTime(school.pid);
    const times = await put(load);
    const each = (processorTime(school.pid) - before) / times.searches;
    console.log(`  then: ${rounded(times)}; processor ${each.toFixed(2)} ms a search`);
    // Of 2,000 lessons that match, a new student may open one.
    const student = await openApi(school.url, "student");
    const own = await put({ ...load, token: student.token });
    console.log(`  by a student: ${rounded(own)}`);
    return {
      "40 searches at once in 2,000 lessons, 99th percentile": times.p99,
      "40 searches of a new student at once, 99th percentile": own.p99,
      "40 first searches at once, 99th percentile": first.p99,
      "processor time of a search and its lessons": each,
      "a lesson meanwhile, 99th percentile": times.lessonP99,
      "a lesson during first searches, 99th percentile": first.lessonP99,
    };
  } finally {
    await school.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
