import { hash, timingSafeEqual } from "node:crypto";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import type { Metrics } from "./metrics.ts";
import { reply } from "./reply.ts";
import type { App } from "./route.ts";

/** Queries the database at most once in this time, because monitors and proxies may ask often. */
const CACHED_MS = 1000;

const answer = (status: string, isGood: boolean): Response =>
  reply(JSON.stringify({ status }), isGood ? 200 : 503, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    ...(!isGood && { "Retry-After": "5" }),
  });

/**
 * `/health` answers 200, or 503 while the database is unavailable. `/ready` tells a load balancer
 * whether to send requests: it also answers 503 when the server is about to close.
 */
export const healthRoutes = (app: App, { database, isLeaving }: Services): void => {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let known = Promise.resolve(true);
  const isDatabaseUp = (): Promise<boolean> => {
    const now = performance.now();
    if (now - checkedAt > CACHED_MS) {
      checkedAt = now;
      known = database.answers().catch(() => false);
    }
    return known;
  };
  app.get("/health", async () =>
    (await isDatabaseUp()) ? answer("ok", true) : answer("database away", false),
  );
  app.get("/ready", async () => {
    if (isLeaving()) return answer("leaving", false);
    return (await isDatabaseUp()) ? answer("ready", true) : answer("database away", false);
  });
};

const sha256 = (text: string): Buffer => hash("sha256", text, "buffer");

/**
 * The page with the metrics.
 * @param token required, because the metrics tell how busy the school is
 */
export const metricsRoutes = (app: App, metrics: Metrics, token: string): void => {
  const expected = sha256(`Bearer ${token}`);
  app.get("/metrics", async ({ req }) => {
    if (!timingSafeEqual(sha256(req.header("authorization") ?? ""), expected)) {
      throw new HttpProblem(401, "session/no_token", "Name the token of METRICS_TOKEN", {
        headers: { "WWW-Authenticate": "Bearer" },
      });
    }
    return reply(await metrics.read(), 200, {
      "Content-Type": metrics.contentType,
      "Cache-Control": "no-store",
    });
  });
};
