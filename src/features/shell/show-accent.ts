import type { BaseApp } from "../../app-context/app.ts";
import { accentColours, accentProperties, THEMES } from "../../domain/accent.ts";
import { HEX_COLOUR } from "../../lib/hex-colour.ts";

/** The accent colour as style declarations. `resources/boot.js` applies them at the next visit. */
const KEY = "accent.v1";

/**
 * Gives the page the accent colour of the brand that is shown now, and stores it. While no brand is known, the
 * page stays as it is.
 */
export const showAccent = ({
  machine,
  organisation,
}: Pick<BaseApp, "machine" | "organisation">): void => {
  const brand = organisation.state.organisation;
  if (!brand) return;
  // A school without a colour, or that sends another thing, has the app's own.
  const accent = HEX_COLOUR.test(brand.accent) ? brand.accent : "";
  const properties = Object.entries(accentProperties(accent));
  for (const [name, value] of properties) {
    document.documentElement.style.setProperty(name, value);
  }
  for (const theme of ["light", "dark"] as const) {
    const colour = accent ? accentColours(accent, theme).wash : THEMES[theme].paper;
    document
      .querySelector(`meta[name=theme-color][media*=${theme}]`)
      ?.setAttribute("content", colour);
  }
  if (accent) machine.storage.set(KEY, properties.map((property) => property.join(":")).join(";"));
  else machine.storage.remove(KEY);
};
