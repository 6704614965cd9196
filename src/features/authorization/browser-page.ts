import { OPENID_CODE, OPENID_ERROR } from "../../contract/openid.ts";

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The page of the desktop app to which the system's browser comes back from the provider. It hands the code
 * to the school in a form, so that no address has it there, and the school's page says how it went.
 * @param base the address of the school's calls
 */
export const browserPage = (base: string, language: string): string => {
  const field = (name: string, value = "") =>
    `<input type="hidden" name="${name}" value="${escaped(value)}">`;
  return `<!doctype html><html lang="${escaped(language)}"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>…</title><form method="post" action="${escaped(base)}/openid/confirm">${field("code")}${field("error")}${field("language", language)}</form><script>
const given = new URLSearchParams(location.hash.slice(1));
const [form] = document.forms;
form.code.value = given.get("${OPENID_CODE}") ?? "";
form.error.value = given.get("${OPENID_ERROR}") ?? "";
location.hash = "";
form.submit();
</script></html>`;
};
