import type { DetachedWindowAPI } from "happy-dom";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { keepTranslatedTexts } from "../../src/app/keep-translated-texts.ts";
import { Root } from "../../src/app/root.tsx";
import { SignedIn } from "../../src/app/signed-in.tsx";
import { SignedOut } from "../../src/app/signed-out.tsx";
import { getAnnouncements } from "../../src/contract/announcements.ts";
import { getAssignments } from "../../src/contract/assignments.ts";
import { getDownloads, getSerialNumber } from "../../src/contract/downloads.ts";
import { getMeasurements } from "../../src/contract/measurements.ts";
import { getMessage, getMessages } from "../../src/contract/messages.ts";
import { getNotes } from "../../src/contract/notes.ts";
import { getToday } from "../../src/contract/progress.ts";
import { getFaqs, getGlossary, getInstructions } from "../../src/contract/reference.ts";
import { getSecondFactor } from "../../src/contract/second-factor.ts";
import { createPlace } from "../../src/core/place.ts";
import { createKept } from "../../src/kept/kept.ts";
import { answerTo } from "../answer-to.ts";
import { startTranslator } from "../support/start-translator.ts";
import { DANA, sentMessage } from "../unit/support/message-box.ts";
import { openApp } from "../unit/support/open-app.ts";
import { handedIn } from "../unit/support/open-assignments.ts";
import { openStoreOf } from "../unit/support/open-kept.ts";
import { createSmallSchool } from "../unit/support/small-school.ts";
import { click } from "./person.ts";
import { act, messagesIn } from "./render.tsx";

// What the web app asks the build and the browser for when it is loaded.
vi.stubGlobal("HAS_WORKER", true);
vi.stubGlobal("NEEDS_SESSION", true);
vi.stubGlobal("APP_VERSION", "1.1.2");
vi.stubGlobal("caches", {});
vi.stubGlobal("print", () => undefined);
Object.assign(navigator, { serviceWorker: {} });
const { webVariant } = await import("../../src/app/web-variant.tsx");

type Visitor = "dana" | "boss" | null;

const COURSE = "/lessons/PM/PMB";

/** Every screen of the web app for an administrator, who sees most, and those where a student sees other things. */
const SCREENS: [address: string, visitor: Visitor][] = [
  ["/authorization", null],
  ...webVariant.features.map(({ path }): [string, Visitor] => [path, "boss"]),
  ["/profile?account", "boss"],
  ["/measurements?compare", "boss"],
  ["/tutor-talk?thread=1", "boss"],
  [`${COURSE}/lines_ml`, "boss"],
  ["/profile", "dana"],
  ["/assignments", "dana"],
  ["/tutor-talk?new", "dana"],
  [COURSE, "dana"],
  [`${COURSE}/paper`, "dana"],
  [`${COURSE}/dart`, "dana"],
];

const DATE = "2026-03-02T09:00:00Z";

const table = (id: 1 | 2) => ({
  ...{ id, name: `Table ${id}`, units: "cm" as const, updated: DATE },
  is_default: id === 1 ? (1 as const) : (0 as const),
  values: { bust: 90 + id, waist: 70 },
});

/** The small school, with something to see on every screen. */
const createFilledSchool = () => {
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

beforeAll(() => {
  // The sanitiser makes an empty frame, which is not loaded here.
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  keepTranslatedTexts();
});

/** Waits until nothing changes any more. */
const settled = async () => {
  let hasChanged = false;
  const watch = new MutationObserver(() => {
    hasChanged = true;
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  watch.observe(document.body, all);
  for (let quiet = 0; quiet < 3; ) {
    hasChanged = false;
    await act(() => vi.dynamicImportSettled());
    await act(() => new Promise(setImmediate));
    quiet = hasChanged ? 0 : quiet + 1;
  }
  watch.disconnect();
};

const open = async (address: string, visitor: Visitor) => {
  history.pushState(null, "", `/tls${address}`);
  const opened = openApp({
    school: createFilledSchool(),
    messages: async (language) => ({ default: await messagesIn(language) }),
  });
  const { app, machine, session } = opened;
  if (visitor) await session.signIn(visitor, "secret");
  await app.language.boot("en");
  createPlace(machine.storage, session.state.user?.id ?? 0).selectCourse("PM", "PMB");
  const kept = createKept({
    school: app.school,
    isServed: true,
    open: async () => (await openStoreOf(opened)).services,
  });
  const inside = () => (
    <SignedIn
      tabs={machine.tabs}
      variant={webVariant}
      prepare={(base) => ({ ...base, transport: kept.transport, kept })}
    />
  );
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const close = async () => {
    await act(() => root.unmount());
    container.remove();
  };
  await act(() => root.render(<Root app={app} SignedOut={SignedOut} SignedIn={inside} />));
  // The first calls are a task of their own.
  await act(() => vi.advanceTimersByTime(0));
  await settled();
  // Some parts come when the person stays.
  await act(() => vi.advanceTimersByTime(3000));
  await settled();
  return { ...opened, container, close };
};

const BUTTONS = ":is(button, summary, [role=menuitem]):not(:disabled)";
const MAX_PRESSED = 20;

/**
 * Chooses what to press next: something in a dialog, else on the screen, else in the header of a course. Nothing
 * is pressed twice; what comes anew, such as a form that is opened again, has other elements of the same names.
 */
const createFinger = (address: string) => {
  const places = ["dialog[open]", "main", ...(address === COURSE ? ["header"] : [])];
  const pressed: HTMLElement[] = [];
  const names: (string | null)[] = [];
  return (): HTMLElement | undefined => {
    const button = places
      .flatMap((place) => [...document.querySelectorAll<HTMLElement>(`${place} ${BUTTONS}`)])
      .find(
        (each) =>
          !pressed.includes(each) && names.filter((name) => name === each.textContent).length < 2,
      );
    if (!button || pressed.length === MAX_PRESSED) return undefined;
    pressed.push(button);
    names.push(button.textContent);
    return button;
  };
};

/**
 * Opens a screen, changes the language, presses one button after the other, and cuts the network.
 * @returns what the page says after each step
 */
const walk = async (address: string, visitor: Visitor, { translates }: { translates: boolean }) => {
  const { app, container, school, machine, close } = await open(address, visitor);
  const said: string[] = [];
  const listen = async (step: string) => {
    await settled();
    said.push(`${step}: ${container.textContent}`);
  };
  const showOriginal = translates ? startTranslator() : () => undefined;
  await listen("opened");
  await act(() => app.language.select("he"));
  await listen("in Hebrew");
  const nextButton = createFinger(address);
  for (let button = nextButton(); button; button = nextButton()) {
    const name = button.textContent;
    await click(button);
    await listen(`pressed ${name}`);
  }
  school.network.up = false;
  await act(() => machine.setOnline(false));
  await act(() => app.language.select("en"));
  await listen("without a network");
  showOriginal();
  await listen("original");
  await close();
  return said;
};

test.each(SCREENS)(
  "a translated page says the same after each step: %s for %s",
  async (address, visitor) => {
    // An alert would be gone in one of the walks only.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const plain = await walk(address, visitor, { translates: false });
    expect(await walk(address, visitor, { translates: true })).toEqual(plain);
  },
);
