import { Line } from "./virtual-students/line.ts";
import { Servers } from "./virtual-students/servers.ts";

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

/**
 * A client with a connection of its own. Node's client would take as much processor time as the
 * search, on the machine that is measured.
 */
const openClient = ({ url, token }: SearchLoad) => {
  const address = new URL(url);
  const line = new Line(new Servers([url]), 0);
  /** @returns the milliseconds until the answer */
  return (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const before = performance.now();
      const head = `GET ${path} HTTP/1.1\r\nHost: ${address.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      line.send(head, (status) => {
        if (status === 200) resolve(performance.now() - before);
        else reject(new Error(`${path} was answered ${status}`));
      });
    });
};

const part = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;

const run = async (load: SearchLoad): Promise<SearchTimes> => {
  const { searches, connections } = load;
  const until = performance.now() + load.milliseconds;
  const isOver = () => performance.now() >= until;
  const found: number[] = [];
  const lessons: number[] = [];
  const search = async (first: number) => {
    const timeOf = openClient(load);
    for (let at = first; !isOver(); at += 1) {
      found.push(await timeOf(searches[at % searches.length] ?? ""));
    }
  };
  const study = async () => {
    const timeOf = openClient(load);
    while (!isOver()) lessons.push(await timeOf(load.lesson));
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
