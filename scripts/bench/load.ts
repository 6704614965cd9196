import autocannon from "autocannon";
import { processorTime } from "./process-use.ts";

/** The requests of 50 connections at once. */
export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** The expected status. */
  status: number;
  /** What differs in the next request; absent: all are alike. */
  next?: () => Pick<autocannon.Request, "method" | "path" | "headers" | "body">;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  /** The 99th percentile of the latencies in milliseconds. */
  p99: number;
}

const CONNECTIONS = 50;
const SECONDS = 4;

/**
 * Puts a load on a server.
 * @throws an Error if a request is not answered as expected
 */
export const putLoad = async (load: Load): Promise<LoadResult> => {
  const { url, headers = {}, status, next } = load;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const own = next?.() ?? {};
    return { ...request, ...own, headers: { ...headers, ...own.headers } };
  };
  const result = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(next && { requests: [{ setupRequest }] }),
  });
  const codes = result.statusCodeStats as Record<string, { count: number }>;
  const requests = Object.values(codes).reduce((total, { count }) => total + count, 0);
  const others = requests - (codes[status]?.count ?? 0) + result.errors + result.timeouts;
  if (others > 0) throw new Error(`${others} requests to ${url} were not answered ${status}.`);
  return { requests, perSecond: Math.round(result.requests.average), p99: result.latency.p99 };
};

/** The processor time that a server takes for one request under a load, in milliseconds. */
export const costOf = async (pid: number, load: Load): Promise<number> => {
  const before = processorTime(pid);
  const { requests } = await putLoad(load);
  return (processorTime(pid) - before) / requests;
};
