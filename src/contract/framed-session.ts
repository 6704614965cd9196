import * as v from "valibot";
import { call } from "./call.ts";
import { signedIn } from "./session.ts";

/*
 * Only at our school, for the app in a frame whose storage the browser refuses: a cookie keeps the session.
 * The cookie serves the second of these calls alone. Both are refused unless the app's own page sends them.
 */

/** `POST /user/framed-session`: the answer's cookie keeps the session of this token. 403 without HTTPS. */
export const keepFramedSession = call.post("/user/framed-session", {
  body: v.object({}),
  answer: "nothing",
});

/**
 * `POST /user/framed-session/restore`: the session that the cookie keeps. 401 where there is none any more,
 * 409 `session/used_elsewhere` where a later sign-in has replaced it.
 */
export const restoreFramedSession = call.post("/user/framed-session/restore", {
  open: true,
  body: v.object({}),
  answer: signedIn,
});
