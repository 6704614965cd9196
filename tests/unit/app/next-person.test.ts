import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { App } from "../../../src/app-context/app.ts";
import { personIdOf } from "../../../src/app-context/person-id.ts";
import type { getNotes } from "../../../src/contract/notes.ts";
import { createMeasurements } from "../../../src/core/measurements.ts";
import { createUnsentTexts } from "../../../src/core/unsent-texts.ts";
import { createHandIn } from "../../../src/features/assignments/assignment-hand-in.ts";
import { createNotes } from "../../../src/features/lessons/tools/notes.ts";
import { openSignedIn } from "../support/open-app.ts";
import { openAttachments } from "../support/open-assignments.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const pause = () => vi.advanceTimersByTimeAsync(60_000);

const notesOf = (app: App) =>
  createNotes({ ...app.machine, send: app.transport.send, personId: personIdOf(app) });

type Opened = Awaited<ReturnType<typeof openSignedIn>>;
type Begin = (opened: Opened) => Promise<() => unknown>;

/** Begins nothing before the next person has signed in. */
const later =
  (act: (app: Opened["app"]) => unknown): Begin =>
  async ({ app }) =>
  () =>
    act(app);

/**
 * What a person leaves behind in the page. Each begins something, and returns what lets it go on once the next
 * person has signed in.
 */
const LEFT: Record<string, Begin> = {
  "a note that waits for the network": async ({ app, machine, school }) => {
    school.network.up = false;
    notesOf(app).write(101, "Hers");
    await pause();
    return () => {
      school.network.up = true;
      machine.setOnline(false);
      machine.setOnline(true);
    };
  },
  "a note that was changed while it was being sent": async ({ app, school }) => {
    const release = school.hold("PUT /user/notes/101");
    school.answerWith("PUT /user/notes/101", { note: { lesson_id: 101, text: "Hers" } });
    const notes = notesOf(app);
    notes.write(101, "Hers");
    await vi.advanceTimersByTimeAsync(1000);
    notes.write(101, "Hers, changed");
    return release;
  },
  "notes of which only the first page has come": async ({ app, school }) => {
    const release = school.hold("GET /user/notes");
    school.answer("GET /user/notes", (context) =>
      context.json({ notes: [], cursor: context.req.query("before") ? null : "2" }),
    );
    void notesOf(app).load();
    await pause();
    return release;
  },
  "work whose file is still being read": async ({ app }) => {
    const read = Promise.withResolvers<ArrayBuffer>();
    const bytes = new TextEncoder().encode("%PDF-1.7\n%%EOF\n");
    const file = new File([bytes], "hem.pdf");
    const { storage, now, randomHex } = app.machine;
    const handIn = createHandIn({
      assignmentId: 108,
      // Sends without `XMLHttpRequest`, which only a browser has.
      sendForm: (call, form, options) =>
        app.transport.send(call, { body: form as never, ...options }),
      unsentTexts: createUnsentTexts({ storage, now, personId: personIdOf(app) }),
      createAttachments: openAttachments,
      randomHex,
      onHandedIn: () => undefined,
    });
    await handIn.attachments.add([Object.assign(file, { arrayBuffer: () => read.promise })]);
    handIn.setComment("Hers");
    void handIn.upload();
    return () => read.resolve(bytes.buffer);
  },
  "a completed lesson that waits for the network": async ({ app, machine, school }) => {
    school.network.up = false;
    void app.queue.enqueue("complete", 101, 1);
    app.sendWhenOnline();
    await pause();
    return () => {
      school.network.up = true;
      machine.setOnline(true);
      app.queue.start();
    };
  },
  "a course that is being opened": async ({ app, school }) => {
    const release = school.hold("GET /products/PM/skeleton");
    app.place.selectCourse("PM", "PMB");
    void app.boot({ restore: true });
    await pause();
    return release;
  },
  "a table of measurements that is asked for again": async ({ app, school }) => {
    const release = school.hold("GET /user/measurements");
    school.answerWith("GET /user/measurements", { measurements: [], cursor: null });
    const { send } = app.transport;
    const measurements = createMeasurements({ ...app.machine, send, personId: personIdOf(app) });
    void measurements.load();
    await pause();
    return () => {
      release();
      return measurements.save({ id: null, name: "Hers", units: "cm", values: {} });
    };
  },
  "a screen that is fetched ahead": later(({ transport }) =>
    transport.prefetch<typeof getNotes>({ path: "/user/notes" }),
  ),
  "a file": later(({ files }) => files.use("icon", "PM", "skirt.svg").url),
  "data that is fetched again once the network is back": later((app) => app.refresh()),
};

/** Signs one person out and another one in, in the same page. */
const changePeople = async ({ app }: Opened): Promise<void> => {
  app.session.logOut();
  const next = await app.session.signIn("boss", "secret");
  if (!next.ok) throw new Error(next.failure.kind);
};

/** What is sent in the present session, once what was begun can go on. */
const sentAfter = async (
  opened: Opened,
  begin: Begin,
  between: () => Promise<void>,
): Promise<string[]> => {
  const { app, school } = opened;
  const goOn = await begin(opened);
  const { up } = school.network;
  school.network.up = true;
  await between();
  school.network.up = up;
  const before = school.requests.length;
  await goOn();
  await pause();
  return school.requests
    .slice(before)
    .filter(({ request }) =>
      request.headers.get("authorization")?.includes(`${app.session.state.token}`),
    )
    .map(({ call }) => call);
};

describe.each(Object.entries(LEFT))("%s", (_, begin) => {
  test("what one person began is not sent for the next person in the same page", async () => {
    const opened = await openSignedIn();
    const stop = opened.app.stopOnSessionEnd();
    expect(await sentAfter(opened, begin, () => changePeople(opened))).toEqual([]);
    stop();
  });

  test("what a person began is sent while the same person is there", async () => {
    const opened = await openSignedIn();
    expect(await sentAfter(opened, begin, async () => undefined)).not.toEqual([]);
  });
});

test("the next person in the same page hears nothing of what fails for the one before, and no message to them stays", async () => {
  const opened = await openSignedIn();
  opened.app.stopOnSessionEnd();
  const { app, school } = opened;
  app.alerts.show({ tone: "error", text: "failure.connection", seconds: 20 });
  const release = school.hold("GET /products/PM/skeleton");
  school.answer("GET /products/PM/skeleton", () => new Response("", { status: 503 }));
  app.place.selectCourse("PM", "PMB");
  void app.study.restore();
  await changePeople(opened);
  expect(opened.app.alerts.state.list).toEqual([]);
  release();
  await pause();
  expect(opened.app.alerts.state.list).toEqual([]);
});
