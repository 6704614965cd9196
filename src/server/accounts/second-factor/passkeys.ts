import { hash } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { HonoRequest } from "hono";
import type { Kysely, Selectable } from "kysely";
import type { Account, Tables } from "../../db/schema.ts";
import { invalid } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { type RelyingParty, relyingPartyOf, schoolName } from "./relying-party.ts";

type PasskeyRow = Selectable<Tables["passkey"]>;

/** The columns of a verified passkey. */
type NewPasskey = Pick<PasskeyRow, "id" | "public_key" | "counter" | "transports" | "name">;

/**
 * The algorithms of new passkeys: Ed25519, ES256 and RS256. Every device supports one of them. The
 * package's default also has ML-DSA-44, which is experimental in Node.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

/** How long a browser waits for the device. */
const TIMEOUT_MS = 120_000;

// Loaded at the first use, so that a school without passkeys saves the memory.
const library = () => import("@simplewebauthn/server");

/** The origins of the school's own sites. */
type Sites = readonly string[];

const known = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as string[] }));

/** Options for signing in with one of the passkeys. */
export const passkeyRequest = async ({ id }: RelyingParty, passkeys: readonly PasskeyRow[]) => {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: id,
    allowCredentials: known(passkeys),
    timeout: TIMEOUT_MS,
    userVerification: "preferred",
  });
};

/**
 * Checks that the page was in no frame, or in a frame of a listed site. The library checks this
 * only for sign-ins, and only if the browser reports the frame's site, which Safari does not.
 * @param sites the sites that may show the app in a frame
 * @throws also the library's error for invalid data
 */
const assertFrame = async (
  { response }: RegistrationResponseJSON | AuthenticationResponseJSON,
  { origin }: RelyingParty,
  sites: Sites,
): Promise<void> => {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  const { crossOrigin = false, topOrigin } = decodeClientDataJSON(response.clientDataJSON);
  const isListed = topOrigin === undefined || [origin, ...sites].includes(topOrigin);
  const mayBeFramed = crossOrigin && sites.length > 0 && isListed;
  if (!mayBeFramed && (crossOrigin || topOrigin !== undefined)) {
    throw new Error("The page was in a frame of another site");
  }
};

/**
 * Verifies a sign-in with a passkey.
 * @param sites the sites that may show the app in a frame
 * @returns the new counter; null if it is wrong or the counter has not increased
 */
export const verifyPasskey = async (
  party: RelyingParty,
  challenge: string,
  passkey: unknown,
  { id: credentialId, public_key, counter }: PasskeyRow,
  sites: Sites,
): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await library();
  const { id, origin } = party;
  try {
    const response = passkey as AuthenticationResponseJSON;
    await assertFrame(response, party, sites);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      expectedTopOrigin: [origin, ...sites],
      requireUserVerification: false,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(public_key, "base64url")),
        counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
};

const MAX_NAME = 100;

/**
 * The challenge for a new passkey during a sign-in. The step's secret is that of an authenticator
 * app, so the challenge is derived from the one of the sign-in, which is random, secret and valid
 * once.
 */
export const setUpChallenge = (challenge: string): Buffer =>
  hash("sha256", `passkey\n${challenge}`, "buffer");

/**
 * Options for a new passkey of an account; null if the school's address cannot have passkeys.
 * @param challenge the bytes to sign; absent: random ones
 */
export const newPasskeyOptions = async (
  services: Services,
  account: Account,
  passkeys: readonly PasskeyRow[],
  request: HonoRequest,
  challenge?: Uint8Array,
) => {
  const party = relyingPartyOf(services, request);
  if (!party) return null;
  const school = await schoolName(services.database.read, account.organisation_id);
  // It identifies the account to the device without naming the person.
  const handle = services.keyedHash("passkey owner", String(account.id));
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: school || party.id,
    userID: new Uint8Array(Buffer.from(handle)),
    userName: account.username,
    userDisplayName: `${account.first_name} ${account.last_name}`.trim(),
    excludeCredentials: known(passkeys),
    ...(challenge && { challenge: new Uint8Array(challenge) }),
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
};

/**
 * Verifies a passkey that a browser has just created.
 * @param challenge the challenge that it must have signed
 * @returns the columns to store; null if it is wrong
 * @throws HttpProblem 422 for its name
 */
export const verifyGivenPasskey = async (
  services: Services,
  request: HonoRequest,
  challenge: string,
  given: { readonly name: string; readonly passkey: unknown },
): Promise<NewPasskey | null> => {
  const name = given.name.trim();
  if (name === "") throw invalid("name", "is required");
  if (name.length > MAX_NAME) throw invalid("name", `must have at most ${MAX_NAME} characters`);
  const party = relyingPartyOf(services, request);
  if (!party) return null;
  const { verifyRegistrationResponse } = await library();
  try {
    const response = given.passkey as RegistrationResponseJSON;
    await assertFrame(response, party, services.sites.origins);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The password is the first factor: a key without a PIN is a second one.
      requireUserVerification: false,
      supportedAlgorithmIDs,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
      name,
      id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
    };
  } catch {
    // The library throws for every invalid answer.
    return null;
  }
};

/** Saves a verified passkey; call within a write. @returns false if there is one with its id already */
export const savePasskey = async (
  { clock }: Pick<Services, "clock">,
  db: Kysely<Tables>,
  accountId: number,
  passkey: NewPasskey,
): Promise<boolean> => {
  const added = await db
    .insertInto("passkey")
    .values({ ...passkey, account_id: accountId, created: clock(), last_used: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
};
