import path from "node:path";

/** The author's folder of the tests' school. */
export const FIXTURE = path.join(import.meta.dirname, "../fixtures/school");
