import type { OpenIdError } from "../../../contract/openid.ts";
import { LEVELS } from "../../../domain/roles.ts";
import { cutText } from "../../../lib/cut-text.ts";
import { Result } from "../../../lib/result.ts";
import { withoutInvisible } from "../../../lib/without-invisible.ts";
import { fitsKey } from "../account-names.ts";
import type { OpenIdSettings } from "./openid-settings.ts";

/** The decoded claims of the provider about a person. */
export interface Claims {
  /** The mail address; null if the provider gives none, or has not verified it. */
  readonly email: string | null;
  /**
   * The person's username at the provider; empty if there is none, or an account cannot have it.
   */
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Null if the provider sends none. */
  readonly level: number | null;
  /** Keys of courses. The school may not have all of them. */
  readonly courses: readonly string[];
}

const MAX_LENGTH = 200;
const MAX_COURSES = 200;
const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,190}$/u;

/** The claim of a name, or the nested claim at the path `a.b`. */
const claimOf = (claims: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part))
      return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return found;
};

const shortText = (value: unknown): string =>
  typeof value === "string" ? cutText(value.replace(/\p{Cc}/gu, "").trim(), MAX_LENGTH) : "";

/**
 * Reads one of the school's levels: a number or text, also as the only entry of a list. Refuses any
 * other number, so that a school year such as 12 makes nobody a tutor.
 */
const readLevel = (value: unknown): Result<number | null, OpenIdError> => {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (one === undefined || one === null) return Result.ok(null);
  const isNumber = typeof one === "number" || (typeof one === "string" && /^\d{1,3}$/.test(one));
  const level = isNumber ? Number(one) : Number.NaN;
  return LEVELS.includes(level) ? Result.ok(level) : Result.fail("bad-level");
};

const readCourses = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : [value];
  return list.slice(0, MAX_COURSES).filter((key) => typeof key === "string");
};

export const readClaims = (
  claims: Readonly<Record<string, unknown>>,
  { levelClaim, coursesClaim }: Pick<OpenIdSettings, "levelClaim" | "coursesClaim">,
): Result<Claims, OpenIdError> => {
  const level = readLevel(levelClaim === null ? null : claimOf(claims, levelClaim));
  if (!level.ok) return level;
  const { email, email_verified } = claims;
  // Some providers write booleans as text.
  const isVerified = email_verified === true || email_verified === "true";
  const isAddress = typeof email === "string" && EMAIL.test(email) && fitsKey(email);
  const username = withoutInvisible(shortText(claims.preferred_username));
  return Result.ok({
    email: isVerified && isAddress ? email : null,
    username: fitsKey(username) ? username : "",
    firstName: shortText(claims.given_name),
    lastName: shortText(claims.family_name),
    level: level.value,
    courses: coursesClaim === null ? [] : readCourses(claimOf(claims, coursesClaim)),
  });
};
