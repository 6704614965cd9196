/** What a key event tells; a part of the DOM's. */
type Pressed = Pick<KeyboardEvent, "key" | "code">;

/**
 * The name of a key for shortcuts: a digit, a sign, or the small Latin letter. On a Greek or Hebrew
 * keyboard it is the letter that stands at the same place of a Latin one.
 */
export const keyName = ({ key, code }: Pressed): string => {
  if (key.length !== 1 || /[!-~]/.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;
};
