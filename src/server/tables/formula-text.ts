/** Characters with which a spreadsheet begins a formula, also in their full-width forms. */
const BEGINS_FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const QUOTED_FORMULA = /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Whether a spreadsheet would take a text for a formula. */
export const beginsFormula = (text: string): boolean => BEGINS_FORMULA.test(text);

/** Whether a text would lose its apostrophe when it is read again. */
export const looksQuoted = (text: string): boolean => QUOTED_FORMULA.test(text);

/** Puts an apostrophe before a text that is or looks like a quoted formula, so that spreadsheets show it as text. */
const quoteFormula = (text: string): string =>
  beginsFormula(text) || looksQuoted(text) ? `'${text}` : text;

/** The text that `quoteFormula` was given. */
export const unquoteFormula = (text: string): string => (looksQuoted(text) ? text.slice(1) : text);

/** A program that splits at another separator begins a cell, perhaps quoted, in the middle of this one. */
const FORMULA_INSIDE = /([,;|\t\r\n]"*)(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const QUOTED_INSIDE = /([,;|\t\r\n]"*)'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** The same for a cell of a CSV file, also where its reader takes another separator than its writer. */
export const quoteFormulas = (text: string): string =>
  quoteFormula(text.replace(FORMULA_INSIDE, "$1'"));

/** The text that `quoteFormulas` was given. */
export const unquoteFormulas = (text: string): string =>
  unquoteFormula(text.replace(QUOTED_INSIDE, "$1"));
