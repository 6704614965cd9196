import * as v from "valibot";
import type { getCourses } from "./account.ts";
import { call, type SentAnswer } from "./call.ts";
import type { getProducts } from "./content.ts";
import type { SentOrganisation } from "./organisation.ts";
import {
  date,
  flag,
  type Id,
  id,
  leftOut,
  type SendsMore,
  text,
  type WireSchema,
  withDefault,
} from "./wire.ts";

/** The languages of a school that does not say which it has. */
const DEFAULT_LANGUAGES = ["en", "es", "de"];

export const user = v.object({
  id: withDefault(id, 0),
  firstName: text,
  lastName: text,
  username: text,
  email: text,
  /** 100 and above: administrator; 20: manager; 10: tutor; else student. */
  level: v.nullish(
    v.pipe(
      v.unknown(),
      v.transform((value) => Number(value) || 0),
    ),
    0,
  ) as WireSchema<number>,
  languages: withDefault(v.array(v.string()), DEFAULT_LANGUAGES),
  registration: date,
  /** One calendar month after the last day of access. */
  expire: date,
  accepted_policy_personaldata: date,
  accepted_policy_mediaconsent: date,
  org_id: withDefault(id, null),
  serialNumber: text,
  canDownloadApp: flag,
  /** Only at our school: whether the person has signed in at a provider of accounts. */
  signedInElsewhere: flag,
  /** The time zone of the school's days, as `organisation` has it. */
  schoolZone: leftOut,
  sessionId: withDefault(v.string(), null),
});

export type User = v.InferOutput<typeof user>;

/** Answers to calls that every first screen makes, by the paths of the calls. */
export interface AnswersAhead {
  readonly "/products": SentAnswer<typeof getProducts>;
  readonly "/user/courses": SentAnswer<typeof getCourses>;
}

/** What a sign-in gives: the person, and the token of their session. */
export const signedIn = v.object({
  user: user as v.GenericSchema as SendsMore<
    typeof user,
    { Organization: SentOrganisation | null }
  >,
  token: v.string(),
  /** Only at our school, and for a session with an id. Decoded where it is used. */
  ahead: v.nullish(v.unknown()) as unknown as v.NullishSchema<
    v.GenericSchema<AnswersAhead, unknown>,
    undefined
  >,
});

export type SignedIn = v.InferOutput<typeof signedIn>;

/** `POST /user/login`. 404 `login/user_not_found`, 403 `login/blocked`, 429 when throttled. */
export const login = call.post("/user/login", {
  open: true,
  body: v.object({
    username: v.string(),
    password: v.string(),
    sessionId: v.nullish(v.string(), null),
  }),
  answer: signedIn,
});

/**
 * `GET /user/get-session`: the account's present session id; `t` proves that the answer is fresh.
 */
export const getSession = call.get("/user/get-session", {
  query: ["t"],
  answer: v.object({
    /** The proof; without a session id our school sends the `t` of the query. */
    t: id as v.GenericSchema as WireSchema<string, Id>,
    sessionId: withDefault(v.string(), null),
  }),
});

/**
 * `POST /user/logout`, only at our school: invalidates this token. For somebody who has signed in with an
 * account of the school, `address` is where a browser signs out at its provider, too.
 */
export const logout = call.post("/user/logout", {
  /** Decoded where it is used, which costs the sign-in form no byte. */
  answer: v.unknown() as v.GenericSchema as WireSchema<{ address: string } | null, unknown>,
});
