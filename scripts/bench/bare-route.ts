import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

/** What a route of Hono does by itself: the measure for those that do something. */
const app = new Hono().get("/", (context) => context.json({ status: "ok" }));

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (address: AddressInfo) => {
  console.log(`http://127.0.0.1:${address.port}/`);
});
