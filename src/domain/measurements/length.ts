const CM_IN_AN_EIGHTH = 2.54 / 8;

/** To one decimal, as measurements are kept. */
export const toTenths = (value: number): number => Math.round(value * 10) / 10;

/** The nearest eighth of an inch. */
export const toEighths = (cm: number): number => Math.round(cm / CM_IN_AN_EIGHTH);

/**
 * An eighth of an inch is more than three tenths of a centimetre: what is rounded here comes back
 * as the same eighth.
 */
export const fromEighths = (eighths: number): number => toTenths(eighths * CM_IN_AN_EIGHTH);
