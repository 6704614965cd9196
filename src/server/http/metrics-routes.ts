import { hash, timingSafeEqual } from "node:crypto";
import { HttpProblem } from "../problem.ts";
import type { Metrics } from "./metrics.ts";
import { reply } from "./reply.ts";
import type { App } from "./route.ts";

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
