/** The path of each icon, in a view box of 24 by 24. */
export const GLOBE = "M3 12h18M12 3q-8 9 0 18 8-9 0-18M12 3a9 9 0 1 0 .01 0";
export const COURSES = "M4 5h7v15H4zM13 5h7v15h-7z";
export const PERSON = "M12 4a4 4 0 1 0 .01 0M4 21q1-7 8-7t8 7";
export const PROGRESS = "M3 8h18v8H3zM7 8v4m5-4v5m5-5v4";
export const CROSS = "M6 6l12 12M18 6 6 18";
export const UP = "M12 20V5m-6 6 6-6 6 6";

/** A line icon, hidden from screen readers. */
export const Icon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d={path} />
  </svg>
);
