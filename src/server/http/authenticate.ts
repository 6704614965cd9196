import type { HonoRequest } from "hono";
import { type Reader, unauthorized } from "../accounts/session/access.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { findLicence } from "../activation/licences.ts";
import { asSecret, type Secret } from "../secrets.ts";
import type { Services } from "../services.ts";

const assertFound = (person: SignedIn | null): SignedIn => {
  if (!person) throw unauthorized();
  return person;
};

/** The token that a request is sent with; null: none. */
export const tokenOf = (request: HonoRequest): Secret | null => {
  const sent = /^Bearer +([\w-]{1,200})$/i.exec(request.header("authorization") ?? "")?.[1];
  return sent === undefined ? null : asSecret(sent);
};

/**
 * Identifies the person who sends the request. Hono's `bearerAuth` is asynchronous even for a token
 * that is cached, and answers 400 to a malformed one.
 * @throws HttpProblem 401
 */
export const authenticate = (
  { tokens }: Services,
  request: HonoRequest,
): SignedIn | Promise<SignedIn> => {
  const token = tokenOf(request);
  if (token === null) throw unauthorized();
  const found = tokens.find(token);
  return found instanceof Promise ? found.then(assertFound) : assertFound(found);
};

const licensed = async ({ database }: Services, activationId: string): Promise<Reader> => {
  const licence = await findLicence(database, activationId);
  if (!licence) throw unauthorized();
  return { kind: "licence", licence };
};

const asReader = (person: SignedIn): Reader => ({ kind: "person", person });

/**
 * Identifies the reader by the token or, when no token is sent, by the licence.
 * @throws HttpProblem 401
 */
export const authenticateReader = (
  services: Services,
  request: HonoRequest,
): Reader | Promise<Reader> => {
  const activationId = request.header("x-license");
  if (activationId !== undefined && request.header("authorization") === undefined) {
    return licensed(services, activationId);
  }
  const person = authenticate(services, request);
  return person instanceof Promise ? person.then(asReader) : asReader(person);
};
