import { reply } from "../reply.ts";
import type { App } from "../route.ts";

/** Answers when the server is up. */
export const healthRoutes = (app: App): void => {
  app.get("/health", () =>
    reply('{"status":"ok"}', 200, {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    }),
  );
};
