/**
 * The width of a picture in the units of a drawing. Heights have the same unit, so a drawing fits a
 * picture of any size.
 */
export const DRAWING_WIDTH = 10_000;
