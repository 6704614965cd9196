import {
  getEndReport,
  getReportTable,
  getStopReport,
  getWaitReport,
  getWeekReport,
  REPORTS,
} from "../../contract/reports.ts";
import { comingPeriod, reportPeriod } from "../../domain/report-period.ts";
import { parseWeekday } from "../../domain/week-start.ts";
import { queryDay } from "../audit/change-filter.ts";
import { sentCourses } from "../desk/viewer.ts";
import { type App, byteRoute, route } from "../http/route.ts";
import { tableReply } from "../http/table-reply.ts";
import { oneOf, parseId } from "../page.ts";
import { HttpProblem, invalid } from "../problem.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import { TABLE_FORMATS } from "../tables/table-format.ts";
import { endReport } from "./end-report.ts";
import type { ReportQuestion } from "./report-question.ts";
import { REPORT_TABLES } from "./report-table.ts";
import { stopReport } from "./stop-report.ts";
import { waitReport } from "./wait-report.ts";
import { weekReport } from "./week-report.ts";

type Query = Readonly<Partial<Record<"from" | "to" | "course" | "weekStart", string>>>;

/** The calls for the school's reports. They are for those who see all students. */
export const reportRoutes = (app: App, services: Services): void => {
  /** @throws HttpProblem 404, 422 */
  const questionOf = ({ from, to, course, weekStart }: Query): ReportQuestion => {
    const { current } = services.catalogue;
    const first = parseWeekday(weekStart);
    const today = schoolToday(services);
    const period = reportPeriod(
      from === undefined ? null : queryDay("from", from),
      to === undefined ? null : queryDay("to", to),
      today,
      first,
    );
    if (!period) throw invalid("from", "must not be after `to`, nor ten years before it");
    const id = course === undefined ? null : (parseId(course) ?? 0);
    if (id !== null && !current.courses.has(id)) {
      throw new HttpProblem(404, "course/not_found", "There is no such course");
    }
    return {
      ...{ db: services.database.reporting, catalogue: current, period, course: id },
      ...{ weekStart: first, days: current.schoolDays, now: services.clock() },
    };
  };

  byteRoute(app, services, getReportTable, async ({ params, query }) => {
    const name = REPORTS.find((report) => report === params.report);
    if (!name) throw new HttpProblem(404, "server/not_found", "There is no such report");
    const format = oneOf("format", TABLE_FORMATS, query.format) ?? "csv";
    const question = questionOf(query);
    const period =
      name === "ends" ? comingPeriod(question.period, schoolToday(services)) : question.period;
    const { columns, rows } = await REPORT_TABLES[name]({ ...question, period });
    return tableReply(`${name}.${format}`, format, columns, rows, query.language);
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
