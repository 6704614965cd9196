/**
 * The widest window of each viewport class of the specification, in pixels; a wider one is xl. Queries
 * have them in rem, which a person's text size changes with the page. Styles cannot read a value from
 * here: a test compares their queries with these.
 */
export const VIEWPORT = { xs: 576, sm: 768, md: 992, lg: 1200 } as const;

/** The media query for windows of this class, and of the narrower ones. */
export const upTo = (size: keyof typeof VIEWPORT): string => `(width <= ${VIEWPORT[size] / 16}rem)`;
