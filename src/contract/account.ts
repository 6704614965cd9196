import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, date, id, list, orElse, text, type WireSchema } from "./wire.ts";

/** `POST /user/change-password`. 403 `password/wrong_password`, 422 for one under 8 characters. */
export const changePassword = call({
  method: "POST",
  path: "/user/change-password",
  body: v.object({
    current_password: v.string(),
    new_password: v.string(),
  }),
  answer: "nothing",
});

/** `POST /user/accept-policy`: the day of acceptance, or that it was declined. */
export const acceptPolicy = call({
  method: "POST",
  path: "/user/accept-policy",
  body: v.object({
    policy: v.picklist(["personaldata", "mediaconsent"]),
    accepted: v.boolean(),
  }),
  /** Null where the school says no date. */
  answer: v.object({ accepted: v.pipe(v.unknown(), date) }) as v.GenericSchema as WireSchema<
    { policy: "personaldata" | "mediaconsent"; accepted: string | false },
    { accepted: string | null }
  >,
});

/** A course of the person who is signed in, with the dates of the subscription. */
export const userCourse = v.object({
  id,
  key: v.string(),
  title: text,
  translations: list(v.object({ language: v.string(), title: text })),
  order: orElse(v.number(), 0),
  /** The id of the course's product in `/products`. */
  cdId: id,
  weeklyTarget: orElse(v.number(), 0),
  user_courses: orElse(
    v.object({
      /** The true last day; it is shown, and counts, five days later. */
      expDate: date,
      expDateReal: date,
      subDate: date,
      subMonths: orElse(v.number(), null),
    }),
    {},
  ),
});

export type SentUserCourse = v.InferInput<typeof userCourse>;
export type UserCourse = DeepReadonly<v.InferOutput<typeof userCourse>>;

export const getCourses = call({
  method: "GET",
  path: "/user/courses",
  answer: v.object({ courses: list(userCourse) }),
});
