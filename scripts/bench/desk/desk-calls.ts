import { type Figures, median } from "../report.ts";

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

export interface DeskClient {
  readonly url: string;
  readonly token: string;
}

/** Calls a path. @returns the answer's body */
export const getJson = async <Answer>(
  { url, token }: DeskClient,
  path: string,
): Promise<Answer> => {
  const answer = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
  return (await answer.json()) as Answer;
};

const timeOf = async (client: DeskClient, paths: readonly string[]): Promise<number> => {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const before = performance.now();
    await Promise.all(paths.map((path) => getJson(client, path)));
    times.push(performance.now() - before);
  }
  return median(times);
};

/** Measures each path alone, and prints it. @returns the longest time */
const longest = async (
  client: DeskClient,
  name: string,
  paths: readonly string[],
): Promise<number> => {
  const times = new Map<string, number>();
  for (const path of paths) times.set(path, await timeOf(client, [path]));
  const shown = [...times].map(([path, time]) => `${path.split("?")[1]} ${time.toFixed(1)}`);
  console.log(`    ${name}, ms: ${shown.join(", ")}`);
  return Math.max(...times.values());
};

/** Measures the calls of a tutor of one course, each alone: the median of several. */
export const measureCalls = async (
  client: DeskClient,
  course: number,
  database: string,
): Promise<Figures> => {
  const { counts } = await getJson<{ counts: object }>(client, "/desk/queue");
  const { entries } = await getJson<{ entries: { id: number }[] }>(
    client,
    "/desk/queue?kind=hand-in",
  );
  const { total } = await getJson<{ total: number }>(client, "/desk/students");
  console.log(
    `  ${database}: the tutor sees ${total} students, and waiting ${JSON.stringify(counts)}`,
  );
  const queue = (query: string) => `/desk/queue?${query}`;
  const student = (query: string) => `/desk/students?${query}`;
  const queries = [...QUEUES, `course=${course}`, `course=${course}&show=all`];
  const typed = [...TYPED].map((_, at) => TYPED.slice(0, at + 1)).filter((text) => text.trim());
  const figures = {
    "the queue opens": await timeOf(client, OPENING.queue),
    "the queue is filtered": await longest(client, "queue", queries.map(queue)),
    "a hand-in opens": await timeOf(client, [`/desk/hand-ins/${entries[0]?.id}`]),
    "the list of students opens": await timeOf(client, OPENING.students),
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
