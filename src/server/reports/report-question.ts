import type { Kysely } from "kysely";
import type { Period } from "../../domain/report-period.ts";
import type { Weekday } from "../../domain/week-locale.ts";
import type { Catalogue } from "../content/catalogue.ts";
import type { Days } from "../days.ts";
import type { Tables } from "../db/schema.ts";

export interface ReportQuestion {
  /** Reads without keeping others waiting. */
  readonly db: Kysely<Tables>;
  readonly catalogue: Pick<Catalogue, "courses" | "language" | "lessons">;
  readonly period: Period<"school">;
  /** A course's id; null for the whole school. */
  readonly course: number | null;
  readonly weekStart: Weekday;
  readonly days: Days<"school">;
  /** In milliseconds since 1970. */
  readonly now: number;
}
