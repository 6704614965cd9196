import { openApi, startSchool } from "../school/start-school.ts";
import { LARGE_PRODUCT, writeLargeSchool } from "./large-school.ts";
import { processorTime } from "./process-use.ts";
import { type Figures, median, percentile } from "./report.ts";
import { Line, Servers } from "./virtual-students/line.ts";

/** What is in every lesson of the large school, as people type it. */
const SAID =
  "lay the rule on the paper and draw the line in one stroke from the first point to the last";
const CONNECTIONS = 40;
const SECONDS = 5;
const PRODUCT = `/api/products/${LARGE_PRODUCT}`;

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

/**
 * A client with a connection of its own. Node's client would take as much processor time as the
 * search, on the machine that is measured.
 * @returns a function that gets a path, and resolves to the milliseconds until the answer
 */
const openClient = (url: string, token: string) => {
  const line = new Line(new Servers([url]), 0);
  const get = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const before = performance.now();
      const head = `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      line.send(head, ({ status }) => {
        if (status === 200) resolve(performance.now() - before);
        else reject(new Error(`${path} was answered ${status}`));
      });
    });
  return { get, [Symbol.dispose]: () => line.close() };
};

/** Latencies in milliseconds. */
interface SearchTimes {
  searches: readonly number[];
  lessons: readonly number[];
}

/** Searches in 40 connections, and reads a lesson in another one meanwhile. */
const search = async (url: string, token: string, seconds = SECONDS): Promise<SearchTimes> => {
  const until = performance.now() + seconds * 1000;
  const repeat = async (times: number[], nextPath: () => string): Promise<void> => {
    using client = openClient(url, token);
    while (performance.now() < until) times.push(await client.get(nextPath()));
  };
  const asked = queries();
  let turn = 0;
  const nextSearch = () => {
    turn += 1;
    const query = encodeURIComponent(asked[turn % asked.length] ?? "");
    return `${PRODUCT}/search?language=en&q=${query}`;
  };
  const searches: number[] = [];
  const lessons: number[] = [];
  await Promise.all([
    repeat(lessons, () => `${PRODUCT}/lessons/lesson-1-1-1`),
    ...Array.from({ length: CONNECTIONS }, () => repeat(searches, nextSearch)),
  ]);
  return { searches, lessons };
};

const p99 = (times: readonly number[]): number => percentile(times, 0.99);

const describe = ({ searches, lessons }: SearchTimes): string =>
  `${searches.length} searches, median ${median(searches).toFixed(1)} ms, p99 ${p99(searches).toFixed(1)} ms; ` +
  `lessons meanwhile: median ${median(lessons).toFixed(1)} ms, p99 ${p99(lessons).toFixed(1)} ms`;

/**
 * Measures 40 searches at once in a school of 2,000 lessons, and lessons meanwhile. With
 * `DATABASE_URL` it measures PostgreSQL, whose own processor time is not counted.
 */
export const measure = async (): Promise<Figures> => {
  using folder = writeLargeSchool();
  await using school = await startSchool({ folder: folder.path });
  const { token } = await openApi(school.url, "admin");
  // Each query for the first time, as after an import.
  const first = await search(school.url, token, 1);
  console.log(`  after the start: ${describe(first)}`);
  const before = processorTime(school.pid);
  const times = await search(school.url, token);
  const each = (processorTime(school.pid) - before) / times.searches.length;
  console.log(`  then: ${describe(times)}; processor ${each.toFixed(2)} ms a search`);
  // Of 2,000 lessons that match, a new student may open one.
  const student = await openApi(school.url, "student");
  const own = await search(school.url, student.token);
  console.log(`  by a student: ${describe(own)}`);
  return {
    "40 searches at once in 2,000 lessons, 99th percentile": p99(times.searches),
    "40 searches of a new student at once, 99th percentile": p99(own.searches),
    "40 first searches at once, 99th percentile": p99(first.searches),
    "processor time of a search and its lessons": each,
    "a lesson meanwhile, 99th percentile": p99(times.lessons),
    "a lesson during first searches, 99th percentile": p99(first.lessons),
  };
};
