import type { HonoRequest } from "hono";
import { type FoundLicence, findLicence } from "./activation/licences.ts";
import { authenticate, unauthorized } from "./authenticate.ts";
import type { Services } from "./services.ts";
import type { SignedIn } from "./session/tokens.ts";

/** A person as far as it matters to what they may read. */
export type Student = Pick<SignedIn, "accountId" | "level">;

/**
 * Who reads content: somebody who is signed in, or a desktop app that is activated and knows
 * nobody. The app has the courses of its licence and no progress, so that no lesson waits for
 * another.
 */
export type Reader =
  | { readonly kind: "person"; readonly person: Student }
  | { readonly kind: "licence"; readonly licence: FoundLicence };

const licensed = async ({ database }: Services, activationId: string): Promise<Reader> => {
  const licence = await findLicence(database, activationId);
  if (!licence) throw unauthorized();
  return { kind: "licence", licence };
};

const asReader = (person: SignedIn): Reader => ({ kind: "person", person });

/** Who reads: by the token, and only where none is sent by the licence. @throws HttpProblem 401 */
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
