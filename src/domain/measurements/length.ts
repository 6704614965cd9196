const CM_IN_AN_EIGHTH = 2.54 / 8;

/** Rounds to one decimal, the precision of measurements. */
export const toTenths = (value: number): number => Math.round(value * 10) / 10;

/** Converts centimetres to eighths of an inch, rounded. */
export const toEighths = (cm: number): number => Math.round(cm / CM_IN_AN_EIGHTH);

/**
 * Converts eighths of an inch to centimetres with one decimal. `toEighths` returns the same number,
 * because an eighth of an inch is more than three tenths of a centimetre.
 */
export const fromEighths = (eighths: number): number => toTenths(eighths * CM_IN_AN_EIGHTH);
