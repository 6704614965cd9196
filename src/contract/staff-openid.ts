import * as v from "valibot";
import { call } from "./call.ts";
import { flag, text } from "./wire.ts";

const shortText = v.pipe(v.string(), v.maxLength(2_000));

/** The steps of a try, in their order. */
export const OPENID_STEPS = ["discovery", "keys", "client"] as const;

/**
 * Tries a provider of accounts with the settings that stand in the form. Nothing is saved, and nobody is signed
 * in. A secret that is not sent is the stored one.
 */
export const tryOpenId = call.post("/staff/school/try-openid", {
  level: 100,
  body: v.object({
    issuer: shortText,
    client_id: shortText,
    client_secret: v.nullable(shortText),
  }),
  answer: v.object({
    steps: v.array(
      v.object({
        step: v.picklist(OPENID_STEPS),
        works: flag,
        /** What the provider said, or where it is. */
        detail: text,
      }),
    ),
  }),
});
