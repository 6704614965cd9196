import {
  getEndReport,
  getReportTable,
  getStopReport,
  getWaitReport,
  getWeekReport,
  REPORTS,
  REPORTS_LIST,
} from "../../contract/reports.ts";
import type { GivenQuery } from "../../domain/list-query.ts";
import { comingPeriod, reportPeriod } from "../../domain/report-period.ts";
import { titleIn, translated } from "../../domain/translated.ts";
import { parseWeekday } from "../../domain/week-start.ts";
import { sentCourses } from "../desk/viewer.ts";
import { type App, route } from "../http/route.ts";
import { tableRoute } from "../http/table-route.ts";
import { decodeListQuery } from "../list-query.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
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

/** The tables of the reports, with the numbers that the desk shows. Titles are in the school's first language. */
const REPORT_TABLES = {
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
      return course ? translated(course.props, "title", question.catalogue.language) : "";
    };
    return {
      columns: ["course", "number", "lesson", "stopped", "completed"],
      rows: stops.map((stop) => {
        const { course_id, number, title, stopped, completed } = stop;
        return [
          titleOf(course_id),
          number,
          titleIn(title, question.catalogue.language),
          stopped,
          completed,
        ];
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

type Query = GivenQuery<typeof REPORTS_LIST> & { readonly weekStart?: string };

/** The calls for the school's reports. They are for those who see all students. */
export const reportRoutes = (app: App, services: Services): void => {
  /** @throws HttpProblem 404, 422 */
  const questionOf = ({ weekStart, ...query }: Query): ReportQuestion => {
    const { current } = services.catalogue;
    const { from = null, to = null, course = null } = decodeListQuery(REPORTS_LIST, query);
    const first = parseWeekday(weekStart);
    const period = reportPeriod(from, to, schoolToday(services), first);
    if (!period) throw invalid("from", "must not be after `to`, nor ten years before it");
    if (course !== null && !current.courses.has(course)) {
      throw new HttpProblem(404, "course/not_found", "There is no such course");
    }
    return {
      ...{ db: services.database.reporting, catalogue: current, period, course },
      ...{ weekStart: first, days: current.schoolDays, now: services.clock() },
    };
  };

  tableRoute(app, services, getReportTable, async ({ params, query }) => {
    const name = REPORTS.find((report) => report === params.report);
    if (!name) throw new HttpProblem(404, "server/not_found", "There is no such report");
    const question = questionOf(query);
    const period =
      name === "ends" ? comingPeriod(question.period, schoolToday(services)) : question.period;
    return { name, ...(await REPORT_TABLES[name]({ ...question, period })) };
  });

  route(app, services, getWeekReport, async ({ query }) => {
    const question = questionOf(query);
    const courses = sentCourses(services.catalogue.current.courses);
    return { ...question.period, ...(await weekReport(question)), courses };
  });

  route(app, services, getStopReport, async ({ query }) => {
    const question = questionOf(query);
    return { ...question.period, ...(await stopReport(question)) };
  });

  route(app, services, getWaitReport, async ({ query }) => {
    const question = questionOf(query);
    return { ...question.period, ...(await waitReport(question)) };
  });

  route(app, services, getEndReport, async ({ query }) => {
    const question = questionOf(query);
    const period = comingPeriod(question.period, schoolToday(services));
    return { ...period, ...(await endReport({ ...question, period })) };
  });
};
