import type { SchoolApi } from "../../school/start-school.ts";
import { type Figures, median } from "../report.ts";
import { repeat, timeOf } from "../stopwatch.ts";

const RUNS = 9;

/** What the screens of the desk ask for when they open. */
const OPENING = { queue: ["/desk/queue", "/desk/counts"], students: ["/desk/students"] } as const;

const QUEUES = [
  "show=waiting",
  "show=mine",
  "show=answered",
  "show=all",
  "kind=hand-in",
  "kind=message",
  "show=all&kind=message",
];
const STUDENT_FILTERS = ["stuck", "new", "ending", "waiting"];
const STUDENT_SORTS = ["seen", "week", "waiting", "until"];
/** A search as it is typed. */
const TYPED = "number 199";

const timeOfAll = async ({ get }: SchoolApi, paths: readonly string[]): Promise<number> =>
  median(await repeat(RUNS, () => timeOf(() => Promise.all(paths.map((path) => get(path))))));

/** Measures each path alone, and prints it. @returns the longest time */
const longest = async (
  client: SchoolApi,
  name: string,
  paths: readonly string[],
): Promise<number> => {
  const times = new Map<string, number>();
  for (const path of paths) times.set(path, await timeOfAll(client, [path]));
  const shown = [...times].map(([path, time]) => `${path.split("?")[1]} ${time.toFixed(1)}`);
  console.log(`    ${name}, ms: ${shown.join(", ")}`);
  return Math.max(...times.values());
};

/** The hand-ins that wait for a tutor. */
export const handInIds = async ({ get }: SchoolApi): Promise<number[]> => {
  const { entries } = await get<{ entries: { id: number }[] }>("/desk/queue?kind=hand-in");
  return entries.map(({ id }) => id);
};

/** Measures the calls of a tutor of one course, each alone: the median of several. */
export const measureCalls = async (
  client: SchoolApi,
  course: number,
  database: string,
): Promise<Figures> => {
  const { counts } = await client.get<{ counts: object }>("/desk/queue");
  const [first] = await handInIds(client);
  const { total } = await client.get<{ total: number }>("/desk/students");
  console.log(
    `  ${database}: the tutor sees ${total} students, and waiting ${JSON.stringify(counts)}`,
  );
  const queue = (query: string) => `/desk/queue?${query}`;
  const student = (query: string) => `/desk/students?${query}`;
  const queries = [...QUEUES, `course=${course}`, `course=${course}&show=all`];
  const typed = [...TYPED].map((_, at) => TYPED.slice(0, at + 1)).filter((text) => text.trim());
  const figures = {
    "the queue opens": await timeOfAll(client, OPENING.queue),
    "the queue is filtered": await longest(client, "queue", queries.map(queue)),
    "a hand-in opens": await timeOfAll(client, [`/desk/hand-ins/${first}`]),
    "the list of students opens": await timeOfAll(client, OPENING.students),
    "students are found by a key": await longest(
      client,
      "search",
      typed.map((text) => student(`search=${encodeURIComponent(text)}`)),
    ),
    "students are filtered or sorted": await longest(client, "students", [
      ...STUDENT_FILTERS.map((filter) => student(`filter=${filter}`)),
      ...STUDENT_SORTS.map((sort) => student(`sort=${sort}`)),
      student(`course=${course}`),
    ]),
  };
  return Object.fromEntries(
    Object.entries(figures).map(([name, time]) => [`${database}, ${name}`, time]),
  );
};
