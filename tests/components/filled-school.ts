import { getAnnouncements } from "../../src/contract/announcements.ts";
import { getAssignments } from "../../src/contract/assignments.ts";
import { getDownloads, getSerialNumber } from "../../src/contract/downloads.ts";
import { getMeasurements } from "../../src/contract/measurements.ts";
import { getMessage, getMessages } from "../../src/contract/messages.ts";
import { getNotes } from "../../src/contract/notes.ts";
import { getToday } from "../../src/contract/progress.ts";
import { getFaqs, getGlossary, getInstructions } from "../../src/contract/reference.ts";
import { getSecondFactor } from "../../src/contract/second-factor.ts";
import { answerTo } from "../answer-to.ts";
import { DANA, sentMessage } from "../unit/support/message-box.ts";
import { handedIn } from "../unit/support/open-assignments.ts";
import { createSmallSchool } from "../unit/support/small-school.ts";

const DATE = "2026-03-02T09:00:00Z";

const table = (id: 1 | 2) => ({
  ...{ id, name: `Table ${id}`, units: "cm" as const, updated: DATE },
  is_default: id === 1 ? (1 as const) : (0 as const),
  values: { bust: 90 + id, waist: 70 },
});

/** The small school, with something to see on every screen. */
export const createFilledSchool = () => {
  const school = createSmallSchool();
  const [language, title] = ["en", "Welcome"];
  const question = { language: "en", question: "How long?", answer: "<p>A year.</p>" };
  const category = { en: "Study" };
  const instruction = { language, title, html: "<p>Sew.</p>" };
  const term = { language: "en", term: "Dart", definition: "<p>A fold.</p>" };
  const app = { system: "linux" as const, version: "1.1.2", url: "/downloads/app" };
  const lesson = { id: 1, key: "paper", title: {}, package_id: 1, menu: null, completed: false };
  const answers: Record<string, object> = {
    "/organizations/1/announcements/active": answerTo(getAnnouncements, {
      announcements: [
        { id: 1, from: DATE, to: DATE, translations: [{ language, title, body: "We are open." }] },
      ],
      cursor: null,
    }),
    "/menu/faqs": answerTo(getFaqs, {
      faqs: [1, 2].map((id) => ({ ...{ id, order: id }, category, translations: [question] })),
    }),
    "/menu/glossary": answerTo(getGlossary, {
      glossary: [{ id: 1, term: "dart", image: null, translations: [term] }],
    }),
    "/menu/instructions": answerTo(getInstructions, {
      courseInstructions: [1, 2].map((id) => ({
        ...{ id, order: id, courseId: null, translations: [instruction] },
      })),
    }),
    "/user/messages": answerTo(getMessages, {
      messages: [
        sentMessage(1, { from: DANA, read: true }),
        sentMessage(2),
        sentMessage(3, { thread: 3, subject: "Darts 3" }),
      ],
      ...{ cursor: null, conversations: null, internal: true },
    }),
    ...Object.fromEntries(
      [1, 2, 3].map((id) => [`/user/messages/${id}`, answerTo(getMessage, { attachments: [] })]),
    ),
    "/user/assignments": answerTo(getAssignments, {
      assignments: [handedIn, { ...handedIn, id: 6, state: "open", uploads: [] }],
      cursor: null,
    }),
    "/user/measurements": answerTo(getMeasurements, {
      measurements: [table(1), table(2)],
      cursor: null,
    }),
    "/user/notes": answerTo(getNotes, { notes: [], cursor: null }),
    "/user/second-factor": answerTo(getSecondFactor, {
      passkeys: [{ id: "key", name: "Phone", created: DATE, lastUsed: null }],
      ...{ totp: null, recoveryCodes: 5, required: false, passkeyDomain: "school.example" },
    }),
    "/user/progress/today/10": answerTo(getToday, {
      today: {
        ...{ date: "2026-03-02", weeklyTarget: 3, doneThisWeek: 1, weekStart: 1, days: null },
        lessons: [lesson],
        assignments: [{ id: 5, lesson_id: 5, title: "Block", state: "open" }],
      },
    }),
    "/downloads": answerTo(getDownloads, {
      downloads: [{ ...app, size: 1, checksum: "", signature: "" }],
      packages: [],
      notes: { en: "New\n- faster" },
    }),
  };
  for (const [path, value] of Object.entries(answers)) {
    school.answerWith(`GET ${path}`, value);
  }
  school.answerWith(
    "POST /user/get-serial-number",
    answerTo(getSerialNumber, { serialNumber: "12345678-1234-1234-1234-123456789012" }),
  );
  return school;
};
