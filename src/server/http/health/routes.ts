import type { App } from "../endpoint.ts";

/** Whether the server answers. */
export const healthRoutes = (app: App): void => {
  app.get("/health", () =>
    Response.json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } }),
  );
};
