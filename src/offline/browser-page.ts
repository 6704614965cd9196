import { confirmOpenId, OPENID_CODE, OPENID_ERROR, showOpenIdDone } from "../contract/openid.ts";

/** A page, and its script: the policy of the desktop app allows none within a page. */
interface BrowserPage {
  readonly html: string;
  readonly script: string;
}

/**
 * The page of the desktop app to which the system's browser comes back from the provider. It hands the code to
 * the school and leads to the school's page that says how it went. Nothing that lets somebody in is in an
 * address.
 * @param base the address of the school's calls
 * @param name of the script
 */
export const browserPage = (base: string, language: string, name: string): BrowserPage => ({
  html: `<!doctype html><meta charset="utf-8"><title>…</title><script src="${name}" defer></script>`,
  script: `(async () => {
  const given = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
  const code = given.get(${JSON.stringify(OPENID_CODE)});
  const end = new URLSearchParams({ language: ${JSON.stringify(language)} });
  const confirm = () => fetch(${JSON.stringify(base + confirmOpenId.path)}, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  }).then(({ ok }) => ok, () => false);
  if (!code || !(await confirm())) end.set("error", given.get(${JSON.stringify(OPENID_ERROR)}) ?? "invalid");
  location.replace(${JSON.stringify(`${base}${showOpenIdDone.path}?`)} + end);
})();
`,
});
