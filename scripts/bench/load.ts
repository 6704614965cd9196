import autocannon from "autocannon";
import { watchProcessorTime } from "./process-use.ts";

/** The requests of 50 connections at once. */
export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** The expected status. */
  status: number;
}

const CONNECTIONS = 50;
const SECONDS = 4;

/**
 * The processor time that a server takes for one request under a load, in milliseconds.
 * @throws an Error if a request is not answered as expected
 */
export const costOf = async (pid: number, { url, headers = {}, status }: Load): Promise<number> => {
  const used = watchProcessorTime([pid]);
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  const codes = result.statusCodeStats as Record<string, { count: number }>;
  const requests = Object.values(codes).reduce((total, { count }) => total + count, 0);
  const others = requests - (codes[status]?.count ?? 0) + result.errors + result.timeouts;
  if (others > 0) throw new Error(`${others} requests to ${url} were not answered ${status}.`);
  return used() / requests;
};
