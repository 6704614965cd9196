import * as v from "valibot";
import { call } from "./call.ts";
import { flag } from "./wire.ts";

/**
 * `GET /sites?origin=`: whether a page of that origin may show the app in a frame. Every site may ask, so
 * that one that may not is told why it shows nothing.
 */
export const getSite = call.get("/sites", {
  open: true,
  query: ["origin"],
  answer: v.object({ allowed: flag }),
});
