import { useIntl } from "react-intl";
import { useSince } from "../../app-context/use-since.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { ReportSection, ReportTable } from "./report-section.tsx";
import { useReport } from "./use-reports.ts";
import { useWaitWords } from "./use-wait-words.ts";
import { useWeekDay } from "./use-week-day.ts";
import { WaitRanges } from "./wait-ranges.tsx";

const KINDS = [
  ["hand_ins", "open_hand_ins", "staff-reports.hand-ins"],
  ["messages", "open_messages", "staff-reports.messages"],
] as const satisfies readonly (readonly [string, string, MessageId])[];

/** How long hand-ins and messages have waited for their first answer. */
export const WaitSection = ({ query }: { query: Record<string, string> }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const dayOf = useWeekDay();
  const inWords = useWaitWords();
  const since = useSince();
  const { value, failure, retry } = useReport("waits", query);
  const said = (milliseconds: number | null) =>
    milliseconds === null ? "–" : inWords(milliseconds);
  return (
    <ReportSection
      heading="staff-reports.waits"
      definition="staff-reports.waits-means"
      failure={failure}
      onRetry={retry}
    >
      {value
        ? KINDS.map(([kind, openKind, name]) => {
            const all = value[kind];
            const open = value[openKind];
            const total =
              all.answered > 0
                ? text("staff-reports.waits-said", {
                    count: all.answered,
                    median: said(all.median),
                    ninety: said(all.ninety),
                  })
                : text("staff-reports.waits-none");
            return (
              <div key={kind}>
                <h3>{text(name)}</h3>
                <p>
                  {total}{" "}
                  {open.since
                    ? text("staff-reports.waiting-now", {
                        count: open.count,
                        since: since(open.since),
                      })
                    : text("staff-reports.waiting-none")}
                </p>
                {all.answered > 0 ? (
                  <>
                    <WaitRanges
                      weeks={value.weeks.map((week) => ({ day: week.day, ...week[kind] }))}
                      label={`${text(name)}. ${total}`}
                      inWords={inWords}
                    />
                    <ReportTable
                      report="waits"
                      query={query}
                      caption={text(name)}
                      columns={[
                        text("staff-reports.week"),
                        text("staff-reports.answered"),
                        text("staff-reports.median"),
                        text("staff-reports.ninety"),
                      ]}
                      rows={value.weeks.map((week) => ({
                        key: week.day,
                        cells: [
                          dayOf(week.day),
                          formatNumber(week[kind].answered),
                          said(week[kind].median),
                          said(week[kind].ninety),
                        ],
                      }))}
                    />
                  </>
                ) : null}
              </div>
            );
          })
        : null}
    </ReportSection>
  );
};
