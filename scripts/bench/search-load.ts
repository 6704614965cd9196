import { Agent, get } from "node:http";

/** Searches at the same time, and lessons one after the other meanwhile. */
export interface SearchLoad {
  url: string;
  token: string;
  /** Addresses of searches; each connection starts at another one. */
  searches: string[];
  lesson: string;
  connections: number;
  milliseconds: number;
}

/** Latencies in milliseconds. */
export interface SearchTimes {
  searches: number;
  median: number;
  p99: number;
  lessonMedian: number;
  lessonP99: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

const timeOf = (url: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const before = performance.now();
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.once("end", () => {
        if (answer.statusCode === 200) resolve(performance.now() - before);
        else reject(new Error(`${url} was answered ${answer.statusCode}`));
      });
    }).once("error", reject);
  });

const part = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;

const run = async (load: SearchLoad): Promise<SearchTimes> => {
  const { url, token, searches, connections } = load;
  const until = performance.now() + load.milliseconds;
  const isOver = () => performance.now() >= until;
  const found: number[] = [];
  const lessons: number[] = [];
  const search = async (first: number) => {
    for (let at = first; !isOver(); at += 1) {
      found.push(await timeOf(`${url}${searches[at % searches.length]}`, token));
    }
  };
  const study = async () => {
    while (!isOver()) lessons.push(await timeOf(`${url}${load.lesson}`, token));
  };
  const apart = Math.ceil(searches.length / Math.max(1, connections));
  await Promise.all([
    study(),
    ...Array.from({ length: connections }, (_, index) => search(index * apart)),
  ]);
  return {
    searches: found.length,
    median: part(found, 0.5),
    p99: part(found, 0.99),
    lessonMedian: part(lessons, 0.5),
    lessonP99: part(lessons, 0.99),
  };
};

console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? "{}") as SearchLoad)));
process.exit(0);
