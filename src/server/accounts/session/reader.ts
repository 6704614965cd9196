import type { FoundLicence } from "../../activation/licences.ts";
import type { SignedIn } from "./tokens.ts";

/** The part of an account that decides what the person may read. */
export type Student = Pick<SignedIn, "accountId" | "level">;

/**
 * The reader of content: a signed-in person, or an activated desktop app without a user. Such an
 * app has the courses of its licence and no progress, so all of their lessons are open.
 */
export type Reader =
  | { readonly kind: "person"; readonly person: SignedIn }
  | { readonly kind: "licence"; readonly licence: FoundLicence };
