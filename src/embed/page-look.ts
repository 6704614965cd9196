type Theme = "light" | "dark";

const mayBeDark = matchMedia("(prefers-color-scheme: dark)");

/** The colour schemes that the page supports where the element is. */
const schemesAt = (element: Element): string => {
  const scheme = getComputedStyle(element).colorScheme;
  const meta = document.querySelector<HTMLMetaElement>("meta[name=color-scheme]");
  return scheme === "normal" ? (meta?.content ?? "") : scheme;
};

/** The theme of the element: its attribute, or that of the page around it. */
export const themeOf = (element: Element): Theme => {
  const asked = element.getAttribute("theme");
  const schemes = asked === "light" || asked === "dark" ? asked : schemesAt(element);
  const isDark = schemes.includes("dark") && (mayBeDark.matches || !schemes.includes("light"));
  return isDark ? "dark" : "light";
};

/** The language of the element: its attribute, or that of the page around it; empty: not stated. */
export const languageOf = (element: Element): string =>
  element.closest("[lang]")?.getAttribute("lang") ?? "";

/** Calls back when the look of the page may have changed. */
export const watchLook = (onChange: () => void, signal: AbortSignal): void => {
  mayBeDark.addEventListener("change", onChange, { signal });
  const observer = new MutationObserver(onChange);
  // Most sites switch their theme or language by an attribute of these.
  for (const node of [document.documentElement, document.body]) {
    observer.observe(node, { attributes: true });
  }
  signal.addEventListener("abort", () => observer.disconnect());
};
