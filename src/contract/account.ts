import * as v from "valibot";
import { call } from "./call.ts";
import { type DeepReadonly, date, id, list, text, type WireSchema, withDefault } from "./wire.ts";

/**
 * `POST /user/change-password`. 403 `password/wrong_password`; 422 for one under 8 characters, and at
 * our school `password/too_common` for a common one.
 */
export const changePassword = call.post("/user/change-password", {
  repeatable: true,
  body: v.object({
    current_password: v.string(),
    new_password: v.string(),
  }),
  answer: "nothing",
});

/**
 * `POST /user/accept-policy`: accepts or declines a policy. The day is counted in the `zone` of the query, as
 * with `getToday`.
 */
export const acceptPolicy = call.post("/user/accept-policy", {
  body: v.object({
    policy: v.picklist(["personaldata", "mediaconsent"]),
    accepted: v.boolean(),
  }),
  query: ["zone"],
  /**
   * The date of the acceptance; our school sends false, and a client reads null, if it was
   * declined.
   */
  answer: v.object({ accepted: v.pipe(v.unknown(), date) }) as v.GenericSchema as WireSchema<
    { policy: "personaldata" | "mediaconsent"; accepted: string | false },
    { accepted: string | null }
  >,
});

/** A course of the signed-in person, with the dates of the subscription. */
const userCourse = v.object({
  id,
  key: v.string(),
  title: text,
  translations: list(v.object({ language: v.string(), title: text })),
  order: withDefault(v.number(), 0),
  /** The icon that stands for it, of its product; it may be shown also when the course has ended. */
  image: text,
  /** The id of its product in `/products`. */
  cdId: id,
  weeklyTarget: withDefault(v.number(), 0),
  user_courses: withDefault(
    v.object({
      /** The last day of the subscription. The course stays open for five more days. */
      expDate: date,
      expDateReal: date,
      subDate: date,
      subMonths: withDefault(v.number(), null),
    }),
    {},
  ),
});

export type SentUserCourse = v.InferInput<typeof userCourse>;
export type UserCourse = DeepReadonly<v.InferOutput<typeof userCourse>>;

export const getCourses = call.get("/user/courses", {
  answer: v.object({ courses: list(userCourse) }),
});
