import { queryAllByRole as queryAll } from "@testing-library/dom";
import { computeAccessibleDescription, computeAccessibleName } from "dom-accessibility-api";

// Testing Library's queries, with what these tests always need: they search the whole page, take an
// exact name, know the type of the element, and find the fields of passwords. The library has no
// function for the name of an element; the package that it computes names with has one.

export const nameOf = (element: Element): string => computeAccessibleName(element);

export const descriptionOf = (element: Element): string => computeAccessibleDescription(element);

/** ARIA has no role for the field of a password; tests find it as a text box, as a person does. */
const isPassword = (element: Element): boolean => element.matches("input[type=password]");

/** All elements of a role that assistive technology is shown, in the order of the page. */
export const queryAllByRole = (
  role: string,
  within: HTMLElement = document.body,
): HTMLElement[] => {
  const found = new Set(queryAll(within, role));
  return Array.from(within.querySelectorAll<HTMLElement>("*")).filter(
    (element) => found.has(element) || (role === "textbox" && isPassword(element)),
  );
};

/**
 * The one element of a role and name; null if there is none.
 * @throws Error if there are several
 */
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
 * @throws Error with the names of all elements of the role if there is none
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
