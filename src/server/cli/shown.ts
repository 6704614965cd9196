/** Commands of a terminal, ends of lines, and what turns the direction of all that follows. */
const NOT_SHOWN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Other people's words as they may stand in a line on a terminal. */
export const shown = (text: string): string => text.replace(NOT_SHOWN, "\ufffd");
