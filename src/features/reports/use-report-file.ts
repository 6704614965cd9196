import { useApp } from "../../app-context/use-app.ts";
import { getReportTable, type REPORTS } from "../../contract/reports.ts";

export type ReportName = (typeof REPORTS)[number];

/** Fetches a report as a file, in a format and for a language. */
export const useReportFile = (report: ReportName, query: Record<string, string>) => {
  const { sendForBytes } = useApp().transport;
  return (as: { format: string; language: string }) =>
    sendForBytes(getReportTable, { params: { report }, query: { ...query, ...as } });
};
