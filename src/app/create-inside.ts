import { subscribe } from "valtio/vanilla";
import { createCourses } from "../core/courses.ts";
import { courseSelectionAlert } from "../core/failure-messages/course.ts";
import { refusedWriteAlerts } from "../core/failure-messages/queue.ts";
import { createFiles } from "../core/files.ts";
import { createLessons } from "../core/lessons.ts";
import { createPlace } from "../core/place.ts";
import { createProgress } from "../core/progress.ts";
import { createQueue } from "../core/queue.ts";
import { createStudy } from "../core/study.ts";
import type { Tabs } from "../platform/ports.ts";
import type { FallbackSelection } from "./build-settings.ts";
import type { App } from "./create-app.ts";
import { personOf } from "./person-of.ts";

/** What there is for somebody who is signed in. Construction does no work: `boot` starts things. */
export const createInside = (app: App, tabs: Tabs) => {
  const { session, transport, machine, alerts, network, optimistic } = app;
  const { send, sendForBytes } = transport;
  const level = () => session.state.level;
  const personId = personOf(app);
  const courses = createCourses({ send, now: machine.now, level });
  const queue = createQueue({ ...machine, tabs, send, personId, optimistic });
  const progress = createProgress(send, queue);
  const place = createPlace(machine.storage, personId);
  const study = createStudy({
    send,
    courses,
    progress,
    place,
    level,
    onFailure(failure) {
      // A session that has ended is no matter of the connection, and has been spoken of.
      if (failure.kind !== "no-connection" || !session.state.authenticated) return;
      alerts.show(courseSelectionAlert);
    },
  });
  queue.listen(({ call }, outcome) => {
    if (outcome === "refused") alerts.show(refusedWriteAlerts[call]);
  });

  subscribe(courses.state, study.recheck);

  const lessons = createLessons(send);
  let renewals = 0;

  return {
    courses,
    queue,
    progress,
    place,
    study,
    lessons,
    files: createFiles(sendForBytes),

    /**
     * Fetches what every screen needs; a failure of one part does not hold back the others.
     * @param restore whether to select the course that was studied last
     */
    async boot({ restore }: { restore: boolean }): Promise<void> {
      queue.start();
      await Promise.all([
        courses.load(),
        restore && study.restore(),
        app.organisation.load(session.state.user?.org_id ?? null),
      ]);
    },

    /**
     * Selects a course where none has been yet, without a word, if the person may study it. One
     * starts at the given section, or at that of the next lesson while all of the section is closed.
     */
    async fallBack({ product, course, menu1, menu2 }: FallbackSelection): Promise<void> {
      await courses.settled();
      if (place.state.productKey || courses.find(course)?.state.kind !== "active") return;
      place.selectCourse(product, course);
      await study.restore({ menu1, menu2 });
    },

    /** The content is another than before: what is made of it is asked for anew. */
    async renew(): Promise<void> {
      renewals += 1;
      lessons.forget();
      await courses.renew();
      await study.renew();
    },

    /** How often that has happened. */
    renewals: () => renewals,

    /** Asks the school anew for what stands on every screen; what is there stays meanwhile. */
    async refresh(): Promise<void> {
      const course = study.state.selection?.course;
      await Promise.all([courses.renew(), progress.load(), course && progress.refresh(course.id)]);
    },

    /** What waits is sent when the network is there again. @returns a function that stops it */
    sendOnceBack() {
      const stopLooking = tabs.subscribe(queue.look);
      const stop = subscribe(network.state, () => {
        if (network.state.online) queue.start();
      });
      return () => {
        stopLooking();
        stop();
      };
    },

    /** The selections go with the session that made them. */
    stopOnSessionEnd: () =>
      app.onSessionEnd((why) => {
        queue.stop();
        if (why === "logged-out") place.clear();
        else place.stop();
      }),
  };
};

export type InsideServices = ReturnType<typeof createInside>;

interface Context {
  app: App;
  services: InsideServices;
}

const made = new WeakMap<InsideServices, Map<unknown, unknown>>();

/**
 * A service that only some screens need: made when the first of them asks, once for each person
 * who signs in, so that its code loads with those screens.
 * @param create a function of a module, which stands for the service
 */
export const only = <Service>(
  { app, services }: Context,
  create: (context: Context) => Service,
): Service => {
  let own = made.get(services);
  if (!own) {
    own = new Map();
    made.set(services, own);
  }
  if (!own.has(create)) own.set(create, create({ app, services }));
  return own.get(create) as Service;
};
