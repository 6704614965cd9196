/** Finds elements as a screen reader does: by roles, names and descriptions. */

const ROLES: Record<string, string> = {
  "a[href]": "link",
  button: "button",
  form: "form",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  img: "img",
  "input:not([type]), input[type=text], input[type=email], input[type=tel]": "textbox",
  textarea: "textbox",
  select: "combobox",
  "input[type=password]": "textbox",
  nav: "navigation",
  "ul, ol": "list",
  dialog: "dialog",
  li: "listitem",
};

const roleOf = (element: Element): string | null => {
  const stated = element.getAttribute("role");
  if (stated) return stated;
  const [, role = null] = Object.entries(ROLES).find(([own]) => element.matches(own)) ?? [];
  return role;
};

const textOf = (node: Node): string => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
  if (!(node instanceof Element) || node.getAttribute("aria-hidden") === "true") return "";
  if (node.matches("img")) return node.getAttribute("alt") ?? "";
  return Array.from(node.childNodes, textOf).join(" ");
};

const tidy = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const named = (element: Element, attribute: string): string | null => {
  const ids = element.getAttribute(attribute)?.split(" ");
  if (!ids) return null;
  const parts = ids.map((id) => {
    const part = document.getElementById(id);
    if (!part) throw new Error(`${attribute} names ${id}, which is not on the page`);
    return textOf(part);
  });
  return tidy(parts.join(" "));
};

/** The accessible name of an element. */
export const nameOf = (element: Element): string => {
  const labelled = named(element, "aria-labelledby") ?? element.getAttribute("aria-label");
  if (labelled) return labelled;
  const label = element.id && document.querySelector(`label[for="${element.id}"]`);
  return tidy(textOf(label || element));
};

/** The accessible description of an element. */
export const descriptionOf = (element: Element): string => named(element, "aria-describedby") ?? "";

/** All elements of a role, in the order of the page. */
export const queryAllByRole = (role: string, within: ParentNode = document): HTMLElement[] =>
  Array.from(within.querySelectorAll<HTMLElement>("*")).filter(
    (element) => roleOf(element) === role,
  );

/** The one element of a role and name; null when there is none. */
export const queryByRole = <Kind extends HTMLElement = HTMLElement>(
  role: string,
  name?: string,
): Kind | null => {
  const found = queryAllByRole(role).filter((own) => name === undefined || nameOf(own) === name);
  if (found.length > 1) throw new Error(`there are ${found.length} of ${role} ${name ?? ""}`);
  return (found[0] as Kind | undefined) ?? null;
};

/**
 * The one element of a role and name.
 * @throws Error if there is none
 */
export const getByRole = <Kind extends HTMLElement = HTMLElement>(
  role: string,
  name?: string,
): Kind => {
  const found = queryByRole<Kind>(role, name);
  if (found) return found;
  const names = queryAllByRole(role).map((own) => `"${nameOf(own)}"`);
  throw new Error(`no ${role} "${name ?? ""}"; there are: ${names.join(", ") || "none"}`);
};
