import { inject, test } from "vitest";

const none = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof test;

/**
 * A test among those for both databases that neither can answer otherwise, such as one of what is refused before a
 * query. It runs on SQLite alone.
 */
export const it: typeof test = inject("postgres") ? none : test;
