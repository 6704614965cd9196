import type { Database } from "../../db/open-database.ts";
import { reply } from "../reply.ts";
import type { App } from "../route.ts";

/** Monitors and proxies may ask often: a database is asked at most once in this time. */
const KEPT_MS = 1000;

const answer = (isThere: boolean): Response =>
  reply(isThere ? '{"status":"ok"}' : '{"status":"database away"}', isThere ? 200 : 503, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    ...(!isThere && { "Retry-After": "5" }),
  });

/** Answers when the server is up: with 200, or with 503 while its database is away. */
export const healthRoutes = (app: App, database: Database): void => {
  let asked = Number.NEGATIVE_INFINITY;
  let known = Promise.resolve(true);
  app.get("/health", async () => {
    const now = performance.now();
    if (now - asked > KEPT_MS) {
      asked = now;
      known = database.answers().catch(() => false);
    }
    return answer(await known);
  });
};
