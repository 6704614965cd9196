import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const size = Number(process.argv[2] ?? 0);
const bytes = new Uint8Array(size);

/**
 * A Hono server that does no work, as the baseline for the routes of the school. The second route
 * sends the number of bytes given on the command line.
 */
const app = new Hono()
  .get("/", (context) => context.json({ status: "ok" }))
  .get("/as-large", (context) => context.body(bytes));

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (address: AddressInfo) => {
  console.log(`http://127.0.0.1:${address.port}`);
});
