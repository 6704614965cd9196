/** The least length of a new password, in characters. Blanks at its ends do not count. */
export const MIN_PASSWORD_LENGTH = 8;

/**
 * Whether a new password is too short. The app and the school both ask this.
 * @param password on the server in a normal form already: reordering a long run of accents takes quadratic time
 */
export const isPasswordTooShort = (password: string): boolean =>
  [...password.normalize("NFKC").trim()].length < MIN_PASSWORD_LENGTH;
