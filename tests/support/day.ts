import type { Day } from "../../src/domain/calendar.ts";

/** A day of the school. */
export const schoolDay = (text: string) => text as Day<"school">;

/** A day of a student. */
export const studentDay = (text: string) => text as Day<"student">;
