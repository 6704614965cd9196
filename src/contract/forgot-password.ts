import * as v from "valibot";
import { call } from "./call.ts";

/**
 * `POST /user/forgot-password`: 200 whether the account exists or not. It is
 * apart from the other calls of a session, which each sign-in loads.
 */
export const forgotPassword = call.post("/user/forgot-password", {
  open: true,
  body: v.object({
    emailOrUsername: v.string(),
    language: v.nullish(v.string(), "en"),
  }),
  answer: "nothing",
});
