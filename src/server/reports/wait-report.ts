import { type RawBuilder, sql } from "kysely";
import { inConversations, ofReport, STUDENTS } from "./course-lessons.ts";
import type { ReportQuestion } from "./report-question.ts";
import { weekBuckets } from "./week-buckets.ts";

interface Wait {
  readonly week: number | null;
  readonly answered: number;
  readonly median: number;
  readonly ninety: number;
}

const NOTHING = { answered: 0, median: null, ninety: null };

const sent = (rows: readonly Wait[], week: number | null) => {
  const row = rows.find((each) => (each.week === null ? null : Number(each.week)) === week);
  if (!row) return NOTHING;
  const { answered, median, ninety } = row;
  return { answered: Number(answered), median: Number(median), ninety: Number(ninety) };
};

/** Counts waits, and finds the median and the 90th percentile by the nearest rank. @param waits rows of `week` and `ms` */
const ranked = (waits: RawBuilder<unknown>): RawBuilder<Wait> => {
  const at = (percent: number) =>
    sql`max(case when place = (count * ${sql.lit(percent)} + 99) / 100 then ms end)`;
  const grouped = (
    week: RawBuilder<unknown>,
    partition: RawBuilder<unknown>,
    by: RawBuilder<unknown>,
  ) => sql`
    select ${week} as week, count as answered, ${at(50)} as median, ${at(90)} as ninety from (
      select week, ms, row_number() over (${partition} order by ms) as place,
        count(*) over (${partition}) as count from wait) as ranked
    group by ${by}`;
  return sql<Wait>`with wait as (${waits})
    ${grouped(sql`week`, sql`partition by week`, sql`week, count`)}
    union all ${grouped(sql`null`, sql``, sql`count`)}`;
};

interface Open {
  readonly count: number;
  readonly since: number | null;
}

const openSince = ({ count, since }: Open) => ({
  count: Number(count),
  since: since === null ? null : new Date(Number(since)).toISOString(),
});

/** Since when the turns of a conversation go: a turn is what one side writes until the other one does. */
const turns = (question: ReportQuestion): RawBuilder<unknown> =>
  sql`select account_id, created, role,
      lead(created) over (partition by conversation_id order by id) as answered from (
        select id, conversation_id, account_id, created, role,
          lag(role) over (partition by conversation_id order by id) as before
        from message where ${inConversations(question)}) as message
    where before is null or before <> role`;

/**
 * How long what students have sent in a period has waited for its first answer, by the week in which it was
 * sent. Messages that follow each other without an answer wait together, from the first one on.
 */
export const waitReport = async (question: ReportQuestion) => {
  const { db } = question;
  const buckets = weekBuckets(question);
  const week = buckets.of("created");
  const within = buckets.within("created");
  const lessons = ofReport(question, "lesson_id");
  const { rows: handIns } = await ranked(sql`
    select ${week} as week, first_answered - created as ms from upload ${STUDENTS}
    where first_answered is not null and ${within} and ${lessons}`).execute(db);
  const { rows: openHandIns } = await sql<Open>`
    select count(*) as count, min(created) as since from upload ${STUDENTS}
    where state = 'uploaded' and latest = 1 and ${lessons}`.execute(db);
  const turn = turns(question);
  const { rows: messages } = await ranked(sql`
    select ${week} as week, answered - created as ms from (${turn}) as turn ${STUDENTS}
    where role = 'student' and answered is not null and ${within}`).execute(db);
  const { rows: openMessages } = await sql<Open>`
    select count(*) as count, min(created) as since from (${turn}) as turn ${STUDENTS}
    where role = 'student' and answered is null`.execute(db);
  const none = { count: 0, since: null };
  return {
    weeks: buckets.weeks.map((day, at) => ({
      day,
      hand_ins: sent(handIns, at),
      messages: sent(messages, at),
    })),
    hand_ins: sent(handIns, null),
    messages: sent(messages, null),
    open_hand_ins: openSince(openHandIns[0] ?? none),
    open_messages: openSince(openMessages[0] ?? none),
  };
};
