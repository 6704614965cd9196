import { useIntl } from "react-intl";
import { useSince } from "../../app-context/use-since.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./chart.module.css";
import { ChartFrame, PLOT, TOP, useDirection } from "./chart-frame.tsx";
import { ReportSection, ReportTable } from "./report-section.tsx";
import { middleOf } from "./time-axis.ts";
import { useReport, useWeekDay } from "./use-reports.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Says how long something has waited, in the largest unit that tells enough: "3 days". */
const useWaitWords = () => {
  const { formatNumber } = useIntl();
  return (milliseconds: number): string => {
    const [size, unit] =
      milliseconds < HOUR
        ? ([MINUTE, "minute"] as const)
        : milliseconds < 2 * DAY
          ? ([HOUR, "hour"] as const)
          : ([DAY, "day"] as const);
    const style = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 } as const;
    return formatNumber(Math.round(milliseconds / size), style);
  };
};

interface WaitRangesProps {
  weeks: readonly {
    readonly day: string;
    readonly median: number | null;
    readonly ninety: number | null;
  }[];
  label: string;
  inWords: (milliseconds: number) => string;
}

/** For each week the range from what half have waited at most to what nine of ten have waited at most. */
const WaitRanges = ({ weeks, label, inWords }: WaitRangesProps) => {
  const direction = useDirection();
  const most = Math.max(1, ...weeks.map(({ ninety }) => ninety ?? 0));
  const yOf = (value: number) => TOP + PLOT - (value / most) * PLOT;
  const radius = weeks.length > 60 ? 2 : 5;
  return (
    <ChartFrame weeks={weeks.map(({ day }) => day)} label={label} top={inWords(most)}>
      {weeks.map(({ day, median, ninety }, at) => {
        if (median === null || ninety === null) return null;
        const x = `${middleOf(at, weeks.length, direction)}%`;
        return (
          <g key={day}>
            <line className={styles.range} x1={x} x2={x} y1={yOf(median)} y2={yOf(ninety)} />
            <circle className={styles.ninety} cx={x} cy={yOf(ninety)} r={radius} />
            <circle className={styles.median} cx={x} cy={yOf(median)} r={radius} />
          </g>
        );
      })}
    </ChartFrame>
  );
};

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
  const report = useReport("waits", query);
  const wordsOf = (milliseconds: number | null) =>
    milliseconds === null ? "–" : inWords(milliseconds);
  return (
    <ReportSection
      heading="staff-reports.waits"
      definition="staff-reports.waits-means"
      report={report}
    >
      {(value) =>
        KINDS.map(([kind, openKind, name]) => {
          const all = value[kind];
          const open = value[openKind];
          const total =
            all.answered > 0
              ? text("staff-reports.waits-said", {
                  count: all.answered,
                  median: wordsOf(all.median),
                  ninety: wordsOf(all.ninety),
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
                        wordsOf(week[kind].median),
                        wordsOf(week[kind].ninety),
                      ],
                    }))}
                  />
                </>
              ) : null}
            </div>
          );
        })
      }
    </ReportSection>
  );
};
