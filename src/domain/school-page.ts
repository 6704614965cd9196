/** The pages about a school that everybody may read, apart from its courses. */
export const SCHOOL_PAGES = ["imprint", "privacy"] as const;

export type SchoolPage = (typeof SCHOOL_PAGES)[number];
