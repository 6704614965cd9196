const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for XML, and removes characters that XML does not allow. */
export const xmlText = (text: string): string =>
  text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, " ").replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");
