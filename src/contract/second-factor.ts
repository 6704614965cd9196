import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import * as v from "valibot";
import { call } from "./call.ts";
import { signedIn } from "./session.ts";
import { date, flag, list, text, type WireSchema, withDefault } from "./wire.ts";

/*
 * The second factor of a sign-in, only at our school, for tutors and above. After the right password of such
 * an account `POST /user/login` answers 401 `session/second_factor`, whose member `secondFactor` is a
 * `secondStep`. `finishLogin` then gives the session.
 *
 * A `proof` is the account's password, a code of its authenticator app or one of its recovery codes. It keeps
 * a stolen token from changing the second factor. 403 `password/wrong_password`, 429 when throttled.
 */

/** Options for the browser's own functions for passkeys, as JSON, which these functions verify themselves. */
const passkeyOptions = <Options>() =>
  v.record(v.string(), v.unknown()) as v.GenericSchema as WireSchema<Options>;

const isPasskeyAnswer = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";

/** What the browser's own functions for passkeys have returned, as JSON. The school verifies the rest of it. */
const passkeyAnswer = <Answer>() =>
  v.pipe(v.unknown(), v.check(isPasskeyAnswer)) as v.GenericSchema<unknown, Answer>;

/** A passkey that the browser has just made, and the name that its owner gives it. */
const newPasskey = v.object({
  name: v.string(),
  passkey: passkeyAnswer<RegistrationResponseJSON>(),
});

/** The secret of an authenticator app, in base32, and the address that its QR code has. */
const authenticator = v.object({ secret: v.string(), uri: v.string() });

/** What is asked for after the right password. */
export const secondStep = v.object({
  /** Names this sign-in; good for five minutes and five wrong answers. */
  challenge: v.string(),
  /** Whether a code of an authenticator app is taken. Recovery codes always are. */
  totp: flag,
  /** For the account's passkeys; null: it has none, or they belong to another address. */
  passkey: withDefault(passkeyOptions<PublicKeyCredentialRequestOptionsJSON>(), null),
  /**
   * The school requires a second factor, and the account has none: the person adds this to an authenticator
   * app, and a code of it finishes the sign-in; or makes a passkey, unless the school's address has none.
   */
  setUp: v.nullish(
    v.object({
      ...authenticator.entries,
      passkey: withDefault(passkeyOptions<PublicKeyCredentialCreationOptionsJSON>(), null),
    }),
    null,
  ),
});

export type SentSecondStep = v.InferInput<typeof secondStep>;
export type SecondStep = v.InferOutput<typeof secondStep>;

/** Recovery codes that nobody sees again; empty where the account had some already. */
const recoveryCodes = list(v.string());

/**
 * `POST /user/login/second-factor`: finishes a sign-in with a code, a passkey, or where one is
 * set up a new passkey. 403 `second_factor/wrong`; 410 `second_factor/expired` when it has to begin again; 429 when throttled.
 */
export const finishLogin = call.post("/user/login/second-factor", {
  open: true,
  body: v.object({
    challenge: v.string(),
    code: v.nullish(v.string(), null),
    passkey: v.nullish(passkeyAnswer<AuthenticationResponseJSON>(), null),
    newPasskey: v.nullish(newPasskey, null),
  }),
  answer: v.object({ ...signedIn.entries, recoveryCodes }),
});

/** `GET /user/second-factor`: what the account has. */
export const getSecondFactor = call.get("/user/second-factor", {
  answer: v.object({
    passkeys: list(v.object({ id: v.string(), name: text, created: date, lastUsed: date })),
    totp: withDefault(v.object({ created: date, lastUsed: date }), null),
    /** How many are left. */
    recoveryCodes: withDefault(v.number(), 0),
    /** Whether the school requires one of the account. */
    required: flag,
    /** The domain that passkeys belong to; null: the school's address cannot have any. */
    passkeyDomain: withDefault(v.string(), null),
  }),
});

/**
 * `POST /user/second-factor/passkeys/begin`. 409 `second_factor/no_passkeys` where the school's address cannot
 * have any, 409 `account/limit_reached`.
 */
export const beginPasskey = call.post("/user/second-factor/passkeys/begin", {
  level: 10,
  body: v.object({ proof: v.string() }),
  answer: v.object({
    challenge: v.string(),
    options: passkeyOptions<PublicKeyCredentialCreationOptionsJSON>(),
  }),
});

/**
 * `POST /user/second-factor/passkeys`. 403 `second_factor/wrong`, 409 `account/limit_reached`, 410
 * `second_factor/expired`.
 */
export const finishPasskey = call.post("/user/second-factor/passkeys", {
  level: 10,
  body: v.object({ challenge: v.string(), ...newPasskey.entries }),
  answer: v.object({ recoveryCodes }),
});

/** `POST /user/second-factor/totp/begin`: a new secret for an authenticator app. */
export const beginTotp = call.post("/user/second-factor/totp/begin", {
  level: 10,
  body: v.object({ proof: v.string() }),
  answer: v.object({ challenge: v.string(), ...authenticator.entries }),
});

/**
 * `POST /user/second-factor/totp`: a first code shows that the app has the secret. It replaces an earlier
 * app. A repeated call gives new recovery codes if the first one did, as its answer may have been lost. 403 `second_factor/wrong`, 410 `second_factor/expired`.
 */
export const finishTotp = call.post("/user/second-factor/totp", {
  level: 10,
  body: v.object({ challenge: v.string(), code: v.string() }),
  answer: v.object({ recoveryCodes }),
});

/** `POST /user/second-factor/recovery-codes`: new ones; earlier ones no longer work. */
export const renewRecoveryCodes = call.post("/user/second-factor/recovery-codes", {
  level: 10,
  body: v.object({ proof: v.string() }),
  answer: v.object({ recoveryCodes }),
});

/**
 * `POST /user/second-factor/remove`: a passkey, or with null the authenticator app. The recovery codes go with
 * the last of them. 404 `second_factor/not_found`; 409 `second_factor/required` for the last one where the
 * school requires one.
 */
export const removeSecondFactor = call.post("/user/second-factor/remove", {
  body: v.object({ proof: v.string(), passkey: v.nullish(v.string(), null) }),
  answer: "nothing",
});
