import { randomUUID } from "node:crypto";
import autocannon from "autocannon";

/** The load of 50 connections on a server. */
export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** The expected status. */
  status: number;
  /** Lesson ids: each request completes one of them. */
  complete?: number[];
}

export interface LoadResult {
  perSecond: number;
  requests: number;
  /** Latencies in milliseconds. */
  p99: number;
  /** Requests with another status, or without an answer. */
  others: number;
}

const CONNECTIONS = 50;
const SECONDS = 4;

const run = ({ url, headers = {}, status, complete }: Load) => {
  let turn = 0;
  const writeOne = (request: autocannon.Request): autocannon.Request => {
    turn += 1;
    const lesson = complete?.[turn % complete.length] ?? 0;
    return {
      ...request,
      method: "PUT",
      path: `/api/user/progress/${lesson}/complete`,
      headers: {
        ...headers,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify({ package_id: 1 }),
    };
  };
  return autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(complete && { requests: [{ setupRequest: writeOne }] }),
  }).then((result) => {
    const codes = result.statusCodeStats as Record<string, { count: number }>;
    const good = codes[status]?.count ?? 0;
    const answered = Object.values(codes).reduce((total, { count }) => total + count, 0);
    return {
      perSecond: Math.round(result.requests.average),
      requests: answered,
      p99: result.latency.p99,
      others: answered - good + result.errors + result.timeouts,
    } satisfies LoadResult;
  });
};

console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? "{}") as Load)));
