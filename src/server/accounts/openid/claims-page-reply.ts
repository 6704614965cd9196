import type { OpenIdError } from "../../../contract/openid.ts";
import { cutText } from "../../../lib/cut-text.ts";
import type { Result } from "../../../lib/result.ts";
import { escapeHtml } from "../../content/markdown-parser.ts";
import { type Look, plainPage } from "../../http/plain-page.ts";
import { serverTexts } from "../../server-texts.ts";
import type { ProvidedPerson, Refusal } from "./provider.ts";

const MAX_CLAIMS = 60;
const MAX_CLAIM_LENGTH = 200;

/**
 * The page at which a sign-in ends that only tries the provider: all that the provider says of the person.
 * @param why the school does not accept the claims; null if it does
 */
export const claimsPage = (
  look: Look,
  person: Result<ProvidedPerson, Refusal>,
  why: OpenIdError | null,
  headers: Record<string, string>,
): Response => {
  const text = serverTexts(look.language);
  const refusal = person.ok ? why : person.failure.why;
  const message = refusal
    ? `<p role="alert">${text(`openid.${refusal}`)}</p>`
    : `<p role="status">${text("openid-try.works")}</p>`;
  const facts = person.ok
    ? Object.entries(person.value.claims)
        .slice(0, MAX_CLAIMS)
        .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])
    : [[person.failure.why, person.failure.detail]];
  const list = facts
    .map((pair) => pair.map((part = "") => escapeHtml(cutText(part, MAX_CLAIM_LENGTH))))
    .map(([name, value]) => `<dt><code>${name}</code><dd><bdi>${value}</bdi>`)
    .join("");
  const body = `${message}<h2>${text("openid-try.claims")}</h2><dl dir="ltr">${list}</dl>`;
  return plainPage(look, text("openid.heading"), body, 200, headers);
};
