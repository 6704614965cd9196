import * as v from "valibot";
import { call } from "./call.ts";
import { flag, text } from "./wire.ts";

/** How a browser is reached: an address at its push service, and its keys in base64url. */
export const subscription = v.object({
  endpoint: v.pipe(v.string(), v.regex(/^https:[!-~]{1,1000}$/)),
  p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
  auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
});

export type Subscription = v.InferOutput<typeof subscription>;

/** How a browser subscribes to news. Only our school knows it; another one answers 404. */
export const getPush = call.get("/user/push", {
  answer: v.object({
    /** The school's public key, with which the browser subscribes. */
    key: text,
    /** Whether this session has a device that is told. */
    on: flag,
  }),
});

/** Has news told on this device for as long as the session lasts. 422 for an address that is none. */
export const putPush = call.put("/user/push", { body: subscription, answer: "nothing" });

/** Has news told on this device no more. */
export const deletePush = call.delete("/user/push", { answer: "nothing" });
