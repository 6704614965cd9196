/** Control characters, line separators, and marks that change the text direction. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes user-supplied text safe to print on one line of a terminal. */
export const escapeForTerminal = (text: string): string =>
  text.replace(CONTROL_CHARACTERS, "\ufffd");
