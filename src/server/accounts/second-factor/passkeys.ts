import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Selectable } from "kysely";
import type { Tables } from "../../db/schema.ts";
import type { RelyingParty } from "./relying-party.ts";

export type PasskeyRow = Selectable<Tables["passkey"]>;

/** The stored columns of a verified passkey. */
export type VerifiedPasskey = Pick<PasskeyRow, "id" | "public_key" | "counter" | "transports">;

/**
 * The algorithms of new passkeys: Ed25519, ES256 and RS256. Every device supports one of them. The
 * package's default also has ML-DSA-44, which is experimental in Node.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

/** How long a browser waits for the device. */
const TIMEOUT_MS = 120_000;

// Loaded at the first use, so that a school without passkeys saves the memory.
const library = () => import("@simplewebauthn/server");

/**
 * The browser's data about the page that requested the passkey.
 * @throws the library's error for invalid data
 */
const clientDataOf = async ({
  response,
}: RegistrationResponseJSON | AuthenticationResponseJSON): Promise<ClientDataJSON> => {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  return decodeClientDataJSON(response.clientDataJSON);
};

type ClientDataJSON = ReturnType<
  typeof import("@simplewebauthn/server/helpers")["decodeClientDataJSON"]
>;

/** The origins of the school's own sites. */
type Sites = readonly string[];

const known = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as string[] }));

interface Owner {
  /** Identifies the account to the device without naming the person. */
  readonly handle: string;
  readonly username: string;
  readonly displayName: string;
  readonly school: string;
}

/**
 * Options for a new passkey.
 * @param challenge the bytes to sign; absent: random ones
 */
export const passkeyCreation = async (
  { id }: RelyingParty,
  { handle, username, displayName, school }: Owner,
  passkeys: readonly PasskeyRow[],
  challenge?: Uint8Array,
) => {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID: id,
    rpName: school || id,
    userID: new Uint8Array(Buffer.from(handle)),
    userName: username,
    userDisplayName: displayName,
    excludeCredentials: known(passkeys),
    ...(challenge && { challenge: new Uint8Array(challenge) }),
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
};

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
 */
const assertFrame = (clientData: ClientDataJSON, { origin }: RelyingParty, sites: Sites): void => {
  const { crossOrigin = false, topOrigin } = clientData;
  const isListed = topOrigin === undefined || [origin, ...sites].includes(topOrigin);
  const mayBeFramed = crossOrigin && sites.length > 0 && isListed;
  if (!mayBeFramed && (crossOrigin || topOrigin !== undefined)) {
    throw new Error("The page was in a frame of another site");
  }
};

/**
 * Verifies a new passkey.
 * @param sites the sites that may show the app in a frame
 * @returns the columns to store; null if it is wrong
 */
export const verifyNewPasskey = async (
  party: RelyingParty,
  challenge: string,
  passkey: unknown,
  sites: Sites,
): Promise<VerifiedPasskey | null> => {
  const { verifyRegistrationResponse } = await library();
  const { id, origin } = party;
  try {
    const response = passkey as RegistrationResponseJSON;
    assertFrame(await clientDataOf(response), party, sites);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      // The password is the first factor: a key without a PIN is a second one.
      requireUserVerification: false,
      supportedAlgorithmIDs,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
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
    assertFrame(await clientDataOf(response), party, sites);
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
