import * as v from "valibot";
import { call } from "./call.ts";
import { OPENID_ERRORS } from "./openid.ts";
import { type DeepReadonly, flag, list, text, withDefault } from "./wire.ts";

/*
 * Tries of a provider of accounts with the settings that stand in the form, for administrators (403 for others).
 * Nothing is saved, and nobody is signed in.
 */

const shortText = v.pipe(v.string(), v.maxLength(2_000));

/** The steps of a try, in their order. */
export const OPENID_STEPS = ["discovery", "keys", "client"] as const;

/** Tries a provider of accounts without changing anything. A secret that is not sent is the stored one. */
export const tryOpenId = call({
  method: "POST",
  path: "/staff/school/try-openid",
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

/** What stands in the form of a provider, without its secret. */
const providerForm = v.object({
  values: v.array(v.object({ name: shortText, value: shortText })),
  /** Null: the one that the school has for this client at this provider. */
  client_secret: v.nullable(shortText),
});

/**
 * Begins a sign-in at the provider that signs nobody in. `back` is the address of the page that waits for it. The
 * answer is the address to open in a window, or the reason why there is none. The window then tells the page what
 * stands after the `?` of the address that the provider has led back to.
 */
export const beginOpenIdTry = call({
  method: "POST",
  path: "/staff/school/openid-tries",
  level: 100,
  body: v.object({ form: providerForm, back: shortText, language: shortText }),
  answer: v.object({
    address: text,
    /** Names the try in what the window tells. */
    state: text,
    reason: text,
  }),
});

const triedAccount = v.object({
  username: text,
  name: text,
  /** Whether it would be created. */
  created: flag,
  /** Whether it belongs to the person at the provider already; otherwise it is found by the mail address. */
  linked: flag,
  level: v.number(),
  /** What it is now; null for a new one. */
  level_before: withDefault(v.number(), null),
  /** The keys of courses that would begin. */
  courses: list(v.string()),
});

export type TriedAccount = DeepReadonly<v.InferOutput<typeof triedAccount>>;

const triedSignIn = v.object({
  /** Why somebody could not sign in; null: they could. */
  why: withDefault(v.picklist(OPENID_ERRORS), null),
  /** What the provider said of it. */
  detail: text,
  /** Null if the provider has not said who it is. */
  person: withDefault(
    v.object({
      subject: text,
      name: text,
      username: text,
      email: text,
      verified: flag,
      /** The level that the claim gives; null: none. */
      level: withDefault(v.number(), null),
      /** What the claim of courses lists, and whether the school has it. */
      courses: list(v.object({ key: text, known: flag })),
      /** All that the provider says, cut where it is long. */
      claims: list(v.object({ name: text, value: text })),
    }),
    null,
  ),
  /** The account of the school that it would be; null if there is none. */
  account: withDefault(triedAccount, null),
});

export type TriedSignIn = DeepReadonly<v.InferOutput<typeof triedSignIn>>;

/**
 * Ends a try of this session, once and within ten minutes, and says what would follow: no account, session or
 * course is changed. `query` is what the window has told, with the `?`.
 */
export const finishOpenIdTry = call({
  method: "POST",
  path: "/staff/school/openid-tries/result",
  level: 100,
  maxBytes: 64 * 1024,
  body: v.object({ form: providerForm, query: v.pipe(v.string(), v.maxLength(16_384)) }),
  answer: triedSignIn,
});
