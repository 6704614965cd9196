import { hash } from "node:crypto";
import { type Look, plainPage } from "../../http/plain-page.ts";
import { NOT_FRAMED } from "../../http/reply.ts";
import { serverTexts } from "../../server-texts.ts";

/**
 * Hands what the provider has answered to the page that waits for it. A provider may cut the windows off from
 * each other, and then a channel still reaches a page of the same origin.
 */
const SCRIPT = `const openidTry=location.search,{to}=document.currentScript.dataset;
history.replaceState(null,"",location.pathname);
new BroadcastChannel("openid-try").postMessage({openidTry});
opener?.postMessage({openidTry},to);
close()`;

const HEADERS = {
  "Content-Security-Policy": `default-src 'none'; script-src 'sha256-${hash("sha256", SCRIPT, "base64")}'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; ${NOT_FRAMED}`,
};

/**
 * The page to which a browser comes back from a try of a provider.
 * @param origin that of the page that waits for it; null: there is no such try any more
 */
export const tryPage = (look: Look, origin: string | null): Response => {
  const text = serverTexts(look.language);
  const heading = text("openid.heading");
  if (origin === null) {
    return plainPage(look, heading, `<p role="alert">${text("openid.invalid")}</p>`, 200);
  }
  // An origin has no sign that would have to be escaped.
  const body = `<p role="status">${text("openid-try.back")}</p><script data-to="${origin}">${SCRIPT}</script>`;
  return plainPage(look, heading, body, 200, HEADERS);
};
