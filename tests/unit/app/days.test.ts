import { describe, expect, test } from "vitest";
import { createApp } from "../../../src/app/create-app.ts";
import { getActiveAnnouncements } from "../../../src/contract/announcements.ts";
import { getProgress, getToday, putComplete } from "../../../src/contract/progress.ts";
import { addDays, addMonths, weekdayOf } from "../../../src/domain/calendar.ts";
import { PERSONAL_DATA_DAYS } from "../../../src/domain/consent.ts";
import { EXPIRY_EXTENSION_DAYS } from "../../../src/domain/course-expiry.ts";
import { createAnnouncements } from "../../../src/features/announcements/announcements.ts";
import { createPolicies } from "../../../src/features/profile/policies-model.ts";
import { createLocalSchool } from "../../../src/offline/local-school/local-school.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { answerTo } from "../../answer-to.ts";
import { value } from "../../support/results.ts";
import { TURNS_OF_DAY, type TurnOfDay } from "../../support/turns-of-day.ts";
import { openContent } from "../support/content-folder.ts";
import { openApp, openSignedIn } from "../support/open-app.ts";
import { openHybrid } from "../support/open-hybrid.ts";
import { createSmallSchool } from "../support/small-school.ts";

/** A zone with other days than the school's, or the student's, at each of these turns. */
const ELSEWHERE = "Pacific/Kiritimati";

/** A student in one zone, at a school in another, a millisecond before a day ends. */
const openAt = async ({ at }: TurnOfDay, zones: { student: string; school: string }) => {
  const machine = createMemoryMachine(at - 1);
  machine.travel(zones.student);
  const school = createSmallSchool();
  school.organisation.zone = zones.school;
  return { school, machine, zones };
};

const inSchool = (turn: TurnOfDay) => openAt(turn, { student: ELSEWHERE, school: turn.zone });

describe.each(TURNS_OF_DAY)("$name in $zone", (turn) => {
  const { day, next } = turn;

  test("a session ends with the school's day", async () => {
    const opened = await inSchool(turn);
    Object.assign(opened.school.people.get("dana") ?? {}, { expire: addMonths(day, 1) });
    await openSignedIn("dana", opened);
    const restarted = () => {
      const { session, ends } = openApp(opened);
      session.boot();
      return [session.state.authenticated, ends];
    };
    expect(restarted()).toEqual([true, []]);
    opened.machine.advance(1);
    expect(restarted()).toEqual([false, ["expired"]]);
  });

  test("a course stays open until the school's fifth day after its end", async () => {
    const opened = await inSchool(turn);
    opened.school.answer("GET /user/courses", (context) => {
      const dates = { expDate: addDays(day, -EXPIRY_EXTENSION_DAYS), subDate: "2026-01-01" };
      return context.json({ courses: [{ id: 10, key: "PMB", cdId: 1, user_courses: dates }] });
    });
    const { courses } = await openSignedIn("dana", opened);
    await courses.load();
    expect(courses.find("PMB")?.state).toEqual({ kind: "active", until: day });
    opened.machine.advance(1);
    await courses.refresh();
    expect(courses.find("PMB")?.state).toEqual({ kind: "expired", on: day });
  });

  test("an announcement ends with the school's day, also in a kept list", async () => {
    const opened = await inSchool(turn);
    const { app } = await openSignedIn("dana", opened);
    const until = (id: number, to: string) => ({ id, from: day, to, translations: [] });
    const announcements = [until(1, day), until(2, next)];
    opened.school.answerWith(
      "GET /organizations/1/announcements/active",
      answerTo(getActiveAnnouncements, { announcements }),
    );
    const shown = async () => {
      const { schoolToday: today, transport } = app;
      const ids = { organisationId: 1, personId: 7 };
      const { storage } = opened.machine;
      const list = createAnnouncements({ send: transport.send, storage, today, ...ids });
      await list.load();
      return list.state.value?.map(({ id }) => id);
    };
    expect(await shown()).toEqual([1, 2]);
    opened.machine.advance(1);
    expect(await shown()).toEqual([2]);
  });
});

describe.each(TURNS_OF_DAY)("$name in $zone for a student", (turn) => {
  const { zone, day, next, at } = turn;

  test("a policy expires, and is accepted, by the student's day", async () => {
    const opened = await openAt(turn, { student: zone, school: ELSEWHERE });
    const { app, session } = await openSignedIn("dana", opened);
    const { machine, school } = opened;
    const policies = createPolicies(app);
    const kind = () => policies.consent("personaldata", session.state.user).kind;
    session.updateUser({ accepted_policy_personaldata: addDays(day, 1 - PERSONAL_DATA_DAYS) });
    expect(kind()).toBe("valid");
    machine.advance(1);
    expect(kind()).toBe("expired");
    // A school may leave the day to the app.
    school.answerWith("POST /user/accept-policy", { accepted: true });
    await policies.accept("personaldata", true);
    expect(session.state.user?.accepted_policy_personaldata).toBe(next);
    const { url } = school.requests.at(-1)?.request ?? { url: "" };
    expect(new URL(url).searchParams.get("zone")).toBe(zone);
  });

  const openLocalSchool = async () => {
    const there = await openContent();
    const { machine, content } = there;
    machine.advance(at - 1 - machine.now());
    const { send } = createLocalSchool({
      ...{ content, storage: machine.storage, now: machine.now },
      ...{ personId: () => "dana", level: () => 0, language: () => "en" },
    });
    return { send, machine };
  };

  const openHybridSchool = async () => {
    const { send, machine, small } = await openHybrid();
    machine.advance(at - 1 - machine.now());
    await send(getProgress);
    small.answer("GET /user/progress/today/10", () => new Response("", { status: 503 }));
    return { send, machine };
  };

  test.each([
    ["offline", openLocalSchool],
    ["hybrid", openHybridSchool],
  ])(
    "today's class counts the student's day without a network, in the %s build",
    async (_, open) => {
      const { send, machine } = await open();
      const today = async () => {
        const query = { language: "en", weekStart: weekdayOf(day), zone };
        return value(await send(getToday, { params: { courseId: 10 }, query })).today;
      };
      await send(putComplete, { params: { lessonId: 1 }, body: { package_id: 1 } });
      expect(await today()).toMatchObject({ date: day, doneThisWeek: 1 });
      machine.advance(1);
      const { date, days } = await today();
      const [first, second] = [
        { date: day, done: 1 },
        { date: next, done: 0 },
      ];
      expect([date, days?.[0], days?.[1]]).toEqual([next, first, second]);
    },
  );
});

test("a stored session learns the school's zone, which it did not know", async () => {
  const school = createSmallSchool();
  const { machine, session } = await openSignedIn("dana", { school });
  expect(session.state.user?.schoolZone).toBe("");
  school.organisation.zone = "Pacific/Niue";
  const { app } = openApp({ school, machine });
  app.session.boot();
  await createApp(app, machine.tabs).boot({ restore: false });
  const { session: restarted } = openApp({ school, machine });
  restarted.boot();
  expect(restarted.state.user?.schoolZone).toBe("Pacific/Niue");
});
