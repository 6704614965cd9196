import * as v from "valibot";
import { isDay } from "../../../domain/is-day.ts";

/** How a school signs people in with its own accounts. */
export interface OpenIdSettings {
  /** The provider's address, whose `/.well-known/openid-configuration` describes it. */
  issuer: string;
  clientId: string;
  /** Null for a public client. */
  clientSecret: string | null;
  /** The name on the button. */
  name: string;
  /** Separated by spaces. */
  scopes: string;
  /** Whether an account is created for a person who has none. */
  creates: boolean;
  /** The claim that gives the level; null: the school alone decides. */
  levelClaim: string | null;
  /** The claim that lists the keys of courses; null: the school alone decides. */
  coursesClaim: string | null;
  /** How long a course lasts that the claim gives. */
  courseDates: { readonly months: number } | { readonly until: string };
}

/** Months for which a course is given, unless the school sets another number or a day. */
const COURSE_MONTHS = 12;

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);

/** Requires TLS, except on this machine. */
const isIssuer = (value: string): boolean => {
  const url = URL.parse(value);
  if (!url || url.search || url.hash || url.username) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
};

const MONTHS = "OPENID_COURSES_MONTHS must be a number of months from 1 to 120";

const shortText = (name: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[^\p{Cc}]{1,60}$/u, `${name} must be a short text on one line`),
  );

/** The variables, as entries of the school's environment. */
export const openIdVariables = {
  OPENID_ISSUER: v.optional(
    v.pipe(
      v.string(),
      v.check(isIssuer, "OPENID_ISSUER must be an address such as https://accounts.school.example"),
    ),
  ),
  OPENID_CLIENT_ID: v.optional(v.string()),
  OPENID_CLIENT_SECRET: v.optional(v.string()),
  OPENID_NAME: v.optional(shortText("OPENID_NAME")),
  OPENID_SCOPES: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (scopes) => scopes.split(" ").includes("openid"),
        "OPENID_SCOPES must be words separated by spaces, among them openid",
      ),
    ),
    "openid email profile",
  ),
  OPENID_PEOPLE: v.optional(
    v.picklist(["match", "create"], "OPENID_PEOPLE must be match or create"),
    "match",
  ),
  OPENID_LEVEL_CLAIM: v.optional(v.string()),
  OPENID_COURSES_CLAIM: v.optional(v.string()),
  OPENID_COURSES_MONTHS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, MONTHS),
      v.transform(Number),
      v.minValue(1, MONTHS),
      v.maxValue(120, MONTHS),
    ),
  ),
  OPENID_COURSES_UNTIL: v.optional(
    v.pipe(v.string(), v.check(isDay, "OPENID_COURSES_UNTIL must be a date such as 2027-06-30")),
  ),
};

type OpenIdVariables = v.InferOutput<v.ObjectSchema<typeof openIdVariables, undefined>>;

/** What is wrong with the variables together; null if nothing is. */
export const openIdMistake = (given: OpenIdVariables): string | null => {
  const { OPENID_ISSUER, OPENID_CLIENT_ID, OPENID_COURSES_MONTHS, OPENID_COURSES_UNTIL } = given;
  if ((OPENID_ISSUER === undefined) !== (OPENID_CLIENT_ID === undefined)) {
    return "Set both OPENID_ISSUER and OPENID_CLIENT_ID, or neither";
  }
  if (OPENID_COURSES_MONTHS !== undefined && OPENID_COURSES_UNTIL !== undefined) {
    return "Set OPENID_COURSES_MONTHS or OPENID_COURSES_UNTIL, not both";
  }
  return null;
};

/** The settings; null where the school has no provider. */
export const readOpenIdSettings = (given: OpenIdVariables): OpenIdSettings | null => {
  const { OPENID_ISSUER: issuer, OPENID_CLIENT_ID: clientId } = given;
  if (issuer === undefined || clientId === undefined) return null;
  const until = given.OPENID_COURSES_UNTIL;
  return {
    issuer,
    clientId,
    clientSecret: given.OPENID_CLIENT_SECRET ?? null,
    name: given.OPENID_NAME ?? new URL(issuer).hostname,
    scopes: given.OPENID_SCOPES,
    creates: given.OPENID_PEOPLE === "create",
    levelClaim: given.OPENID_LEVEL_CLAIM ?? null,
    coursesClaim: given.OPENID_COURSES_CLAIM ?? null,
    courseDates:
      until === undefined ? { months: given.OPENID_COURSES_MONTHS ?? COURSE_MONTHS } : { until },
  };
};
