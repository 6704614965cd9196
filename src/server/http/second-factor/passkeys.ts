import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Selectable } from "kysely";
import type { Tables } from "../../db/schema.ts";
import type { RelyingParty } from "./relying-party.ts";

export type PasskeyRow = Selectable<Tables["passkey"]>;

/** What is stored of a passkey that has been verified. */
export type VerifiedPasskey = Pick<PasskeyRow, "id" | "public_key" | "counter" | "transports">;

/**
 * The signatures that a new passkey may have: Ed25519, ES256 and RS256, of which every device knows one.
 * By default the package also offers ML-DSA-44 where Node has it, which Node calls experimental.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

/** How long a browser asks for the device. */
const TIMEOUT_MS = 120_000;

// A school that uses no passkeys does without the package's memory.
const library = () => import("@simplewebauthn/server");

/** What a browser tells of the page that has asked the device. @throws what the library throws for anything else */
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
 * @param challenge what it is to sign; absent: something random
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
 * Makes sure that the page which has asked the device was in a frame of a listed site, or in none. The library does
 * so for sign-ins alone, and where the browser tells whose frame it was: Safari does not.
 * @param sites that may show the app in a frame
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
 * @param sites that may show the app in a frame
 * @returns what is stored of it; null if it is wrong
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
    // The library throws for whatever is wrong with an answer.
    return null;
  }
};

/**
 * Verifies a sign-in with a passkey.
 * @param sites that may show the app in a frame
 * @returns the new counter; null if it is wrong, also when the counter has not grown
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
