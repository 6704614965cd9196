import { titleIn, translated } from "../../domain/translated.ts";
import type { Cell } from "../tables/table-format.ts";
import { endReport } from "./end-report.ts";
import type { ReportQuestion } from "./report-question.ts";
import { stopReport } from "./stop-report.ts";
import { waitReport } from "./wait-report.ts";
import { weekReport } from "./week-report.ts";

interface ReportTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The tables of the reports, with the numbers that the desk shows. Titles are in English, or as they are. */
export const REPORT_TABLES = {
  weeks: async (question) => {
    const { weeks } = await weekReport(question);
    return {
      columns: ["week", "active", "completed"],
      rows: weeks.map(({ day, active, completed }) => [day, active, completed]),
    };
  },
  stops: async (question) => {
    const { stops } = await stopReport(question);
    const titleOf = (id: number) => {
      const course = question.catalogue.courses.get(id)?.course;
      return course ? translated(course.props, "title", "en") : "";
    };
    return {
      columns: ["course", "number", "lesson", "stopped", "completed"],
      rows: stops.map((stop) => {
        const { course_id, number, title, stopped, completed } = stop;
        return [titleOf(course_id), number, titleIn(title, "en"), stopped, completed];
      }),
    };
  },
  waits: async (question) => {
    const { weeks } = await waitReport(question);
    const kinds = ["hand_ins", "messages"] as const;
    return {
      columns: ["week", ...kinds.flatMap((kind) => [kind, `${kind}_half_ms`, `${kind}_ninety_ms`])],
      rows: weeks.map((week) => [
        week.day,
        ...kinds.flatMap((kind) => [week[kind].answered, week[kind].median, week[kind].ninety]),
      ]),
    };
  },
  ends: async (question) => {
    const { weeks } = await endReport(question);
    return {
      columns: ["week", "ending", "finished"],
      rows: weeks.map(({ day, ending, finished }) => [day, ending, finished]),
    };
  },
} as const satisfies Record<string, (question: ReportQuestion) => Promise<ReportTable>>;
