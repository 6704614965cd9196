/*
 * The paths of icons, in a view box of 24 by 24. They are apart from `icon.tsx`, which the sign-in form
 * fetches.
 */
export const COURSES = "M4 5h7v15H4zM13 5h7v15h-7z";
export const PERSON = "M12 4a4 4 0 1 0 .01 0M4 21q1-7 8-7t8 7";
export const PROGRESS = "M3 8h18v8H3zM7 8v4m5-4v5m5-5v4";
export const CROSS = "M6 6l12 12M18 6 6 18";
export const UP = "M12 20V5m-6 6 6-6 6 6";
