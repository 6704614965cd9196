const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as XML has it: with nothing in it that XML forbids or reads as its own. */
export const xmlText = (text: string): string =>
  text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, " ").replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");
