import type { Database } from "../../db/open-database.ts";
import { reply } from "../reply.ts";
import type { App } from "../route.ts";

/** Monitors and proxies may ask often: a database is asked at most once in this time. */
const KEPT_MS = 1000;

const answer = (status: string, isGood: boolean): Response =>
  reply(JSON.stringify({ status }), isGood ? 200 : 503, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    ...(!isGood && { "Retry-After": "5" }),
  });

export interface HealthOptions {
  database: Database;
  /** Whether the server is about to close, and takes requests until balancers know it. */
  isLeaving: () => boolean;
}

/**
 * `/health` answers when the server is up: with 200, or with 503 while its database is away. `/ready`
 * says whether a balancer should send it requests: also with 503 once it is about to close.
 */
export const healthRoutes = (app: App, { database, isLeaving }: HealthOptions): void => {
  let asked = Number.NEGATIVE_INFINITY;
  let known = Promise.resolve(true);
  const isThere = (): Promise<boolean> => {
    const now = performance.now();
    if (now - asked > KEPT_MS) {
      asked = now;
      known = database.answers().catch(() => false);
    }
    return known;
  };
  app.get("/health", async () =>
    (await isThere()) ? answer("ok", true) : answer("database away", false),
  );
  app.get("/ready", async () => {
    if (isLeaving()) return answer("leaving", false);
    return (await isThere()) ? answer("ready", true) : answer("database away", false);
  });
};
