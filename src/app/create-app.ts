import { subscribe } from "valtio/vanilla";
import type { App, BaseApp } from "../app-context/app.ts";
import { personIdOf } from "../app-context/person-id.ts";
import { createAlertHistory } from "../core/alert-history.ts";
import { createCourses } from "../core/courses.ts";
import { dayIn } from "../core/day-in.ts";
import { createFiles } from "../core/files.ts";
import { createLessons } from "../core/lessons.ts";
import { draftedTableKey, measurementsKey } from "../core/measurements-key.ts";
import { createPlace } from "../core/place.ts";
import { createProgress } from "../core/progress.ts";
import { createQueue, refusedWriteAlerts } from "../core/queue.ts";
import { courseSelectionAlert, createStudy } from "../core/study.ts";
import { createTermDialog } from "../core/term-dialog.ts";
import { Result } from "../lib/result.ts";
import type { Tabs } from "../platform/ports.ts";
import { isUnableToAnswer } from "../transport/call-failure.ts";
import { createRetries } from "../transport/retry-refused.ts";
import type { Transport } from "../transport/transport.ts";
import type { FallbackSelection } from "./builds.ts";

/**
 * The services for the present session alone. What is begun in it may go on after its end, such as a note that
 * waits for the network, or a photo that is still being drawn: it must not be sent in the next person's session,
 * and they must not hear what becomes of it.
 */
const ofSession = (base: BaseApp): BaseApp => {
  const { session, alerts } = base;
  const { token } = session.state;

  /** The function as long as the session lasts; afterwards one that only returns a value. */
  const duringSession = <Run extends (...given: never[]) => unknown>(
    run: Run,
    afterwards: ReturnType<Run>,
  ): Run =>
    ((...given: never[]) => (session.state.token === token ? run(...given) : afterwards)) as Run;

  const over = Promise.resolve(Result.fail({ kind: "cancelled" } as const));
  const guarded = (transport: Transport): Transport => ({
    ...transport,
    send: duringSession(transport.send, over),
    sendForBytes: duringSession(transport.sendForBytes, over),
    prefetch: duringSession(transport.prefetch, undefined),
  });

  return {
    ...base,
    school: guarded(base.school),
    transport: guarded(base.transport),
    alerts: { ...alerts, show: duringSession(alerts.show, 0) },
  };
};

/** Sends calls again that a busy school has refused for now, and says so when it takes longer. */
const withRetries = (base: BaseApp): BaseApp => {
  const retrying = createRetries({
    random: () => Number.parseInt(base.machine.randomHex(2), 16) / 0xffff,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onBusy: () => base.alerts.show({ tone: "info", text: "screen.busy", seconds: 10 }),
  });
  const patient = (transport: Transport): Transport => ({
    ...transport,
    send: retrying(transport.send),
    sendForBytes: retrying(transport.sendForBytes),
  });
  return { ...base, school: patient(base.school), transport: patient(base.transport) };
};

/** The services of the signed-in person, with the functions that start and stop them. */
export interface SignedInApp extends App {
  /**
   * Fetches the data that every screen needs. A failure of one part does not affect the others.
   * @param restore whether to select the course that was studied last
   */
  boot(options: { restore: boolean }): Promise<void>;
  /**
   * Selects a course if none has been selected yet and the person may study it. It shows no alert.
   * The menu starts at the given section, or at that of the next lesson if no lesson of it is open.
   */
  selectFallback(selection: FallbackSelection): Promise<void>;
  /** Call it when the content was replaced: fetches everything that is derived from it again. */
  reloadContent(): Promise<void>;
  /** Fetches the data that every screen shows again. The present data stays meanwhile. */
  refresh(): Promise<void>;
  /** Sends queued writes when the network is back. @returns a function that stops it */
  sendWhenOnline(): () => void;
  /**
   * Stops the queue and clears the selections when the session ends.
   * @param onSignOut called when the person has signed out
   * @returns a function that stops it
   */
  stopOnSessionEnd(onSignOut?: () => void): () => void;
}

/**
 * Creates the services of the signed-in person. Construction does no work: `boot` starts things.
 * @param prepare adds what a build needs for the signed-in person; absent: nothing
 */
export const createApp = (
  given: BaseApp,
  tabs: Tabs,
  prepare: (base: BaseApp) => BaseApp = (base) => base,
): SignedInApp => {
  const base = prepare(withRetries(ofSession(given)));
  const { session, transport, machine, alerts, network } = base;
  const { send, sendForBytes } = transport;
  const level = () => session.state.level;
  const personId = personIdOf(base);
  const schoolToday = () => dayIn<"school">(session.state.user?.schoolZone ?? "")(machine.now());
  const courses = createCourses({
    send,
    today: schoolToday,
    level,
    closesExpired: base.closesExpiredCourses,
  });
  const queue = createQueue({ ...machine, tabs, send, personId, optimistic: base.optimistic });
  const progress = createProgress(send, queue);
  const place = createPlace(machine.storage, personId);
  const study = createStudy({
    send,
    courses,
    progress,
    place,
    level,
    onFailure(failure) {
      // An ended session is not a connection failure, and has already been reported.
      if (failure.kind !== "no-connection" || !session.state.authenticated) return;
      const text = isUnableToAnswer(failure.status) ? "screen.later" : courseSelectionAlert.text;
      alerts.show({ ...courseSelectionAlert, text });
    },
  });
  queue.onOutcome(({ call }, outcome) => {
    if (outcome === "refused") alerts.show(refusedWriteAlerts[call]);
  });

  subscribe(courses.state, study.recheck);

  const lessons = createLessons(send, () => base.language.state.language);
  let contentVersion = 0;

  return {
    ...base,
    courses,
    queue,
    progress,
    place,
    study,
    lessons,
    files: createFiles(sendForBytes),
    termDialog: createTermDialog(),
    alertHistory: createAlertHistory(alerts, machine.now),

    async boot({ restore }) {
      queue.start();
      // The brand of the last visit is shown until then.
      const loadBrand = async () => {
        await base.organisation.load(session.state.user?.org_id ?? null);
        const { organisation } = base.organisation.state;
        // The stored session may be older than the school's time zone.
        if (organisation) session.updateUser({ schoolZone: organisation.zone });
      };
      await Promise.all([courses.load().then(loadBrand), restore && study.restore()]);
    },

    async selectFallback({ product, course, menu1, menu2 }) {
      await courses.settled();
      if (place.state.productKey || !courses.find(course)?.open) return;
      place.selectCourse(product, course);
      await study.restore({ menu1, menu2 });
    },

    async reloadContent() {
      contentVersion += 1;
      lessons.clear();
      await courses.refresh();
      await study.refresh();
    },

    tabs,
    contentVersion: () => contentVersion,
    schoolToday,

    async refresh() {
      const course = study.state.selection?.course;
      await Promise.all([
        courses.refresh(),
        progress.load(),
        course && progress.refresh(course.id),
      ]);
    },

    sendWhenOnline() {
      const stopReading = tabs.subscribe(queue.reread);
      const stop = subscribe(network.state, () => {
        if (network.state.online) queue.start();
      });
      return () => {
        stopReading();
        stop();
      };
    },

    stopOnSessionEnd: (onSignOut) =>
      base.onSessionEnd((why) => {
        queue.stop();
        if (why === "logged-out") {
          onSignOut?.();
          place.clear();
          machine.storage.remove(measurementsKey(personId));
          machine.storage.remove(draftedTableKey(personId));
          // A message may name what the next person is not to know.
          alerts.state.list = [];
        } else place.stop();
      }),
  };
};
