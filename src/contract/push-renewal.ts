import * as v from "valibot";
import { call } from "./call.ts";
import { subscription } from "./push.ts";

/**
 * Gives a device the address that its browser has got in place of an earlier one. The worker of the web app
 * sends it, which has no token: the secret of the earlier subscription stands for one. 404 for a device
 * that the school does not have.
 */
export const renewPush = call.post("/push/renewal", {
  open: true,
  body: v.object({
    endpoint: subscription.entries.endpoint,
    auth: v.string(),
    renewed: subscription,
  }),
  answer: "nothing",
});
