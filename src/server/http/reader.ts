import type { HonoRequest } from "hono";
import { type FoundLicence, findLicence } from "./activation/licences.ts";
import { authenticate, unauthorized } from "./authenticate.ts";
import type { Services } from "./services.ts";
import type { SignedIn } from "./session/tokens.ts";

/** The part of an account that decides what the person may read. */
export type Student = Pick<SignedIn, "accountId" | "level">;

/**
 * The reader of content: a signed-in person, or an activated desktop app without a user. Such an
 * app has the courses of its licence and no progress, so all of their lessons are open.
 */
export type Reader =
  | { readonly kind: "person"; readonly person: SignedIn }
  | { readonly kind: "licence"; readonly licence: FoundLicence };

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
