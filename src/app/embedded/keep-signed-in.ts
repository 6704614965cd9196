import { subscribe } from "valtio/vanilla";
import type { BaseApp } from "../../app-context/app.ts";
import { AUTHORIZATION, wantedPath } from "../../app-context/guard.ts";
import { keepFramedSession, restoreFramedSession } from "../../contract/framed-session.ts";
import { sessionEndAlerts } from "../../core/failure-alerts.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { sitesMessages } from "../../i18n/messages/sites.ts";
import { frameCookies } from "../../platform/web/frame-cookies.ts";
import styles from "./storage-notice.module.css";

const KEY = "embedded.v1";

/** Whether the browser lets the app keep anything in this page. */
const mayStore = (): boolean => {
  try {
    localStorage.setItem(KEY, "1");
    localStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
};

/** Asks the browser, which may ask the person. @returns whether the app may keep something now */
const request = async (): Promise<boolean> => {
  try {
    await document.requestStorageAccess();
    // What was kept until the end of the tab.
    Object.assign(localStorage, { ...sessionStorage });
    sessionStorage.clear();
  } catch {
    // Refused, or a browser that refuses the tab's storage, too.
  }
  return mayStore();
};

const create = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties);

/** The address of the app outside of the frame, at the same place and in the same language. */
const ownWindow = (language: string): string => {
  const path = wantedPath(location.search);
  // Its page is told by the address what the storage of the window does not know yet: see the boot script.
  const next = path === "/" && !place().startsWith(AUTHORIZATION) ? place() : path;
  return `${BASE}/framed.html?${new URLSearchParams({ language, next })}`;
};

/**
 * Where the browser refuses the frame its storage, says what that means and offers to ask for it. A browser
 * grants it only after a person has pressed a button.
 *
 * It is no component: what React needs for one more root, every page would have to offer to this chunk.
 */
const askForStorage = async ({ language, session }: BaseApp): Promise<void> => {
  if (mayStore()) return;
  await language.require(sitesMessages);
  let isRefused = !("requestStorageAccess" in document);
  const status = create("p", { role: "status" });
  const allow = create("button", { type: "button", className: "button quiet" });
  const open = create("a", {
    className: "button quiet",
    target: "_blank",
    rel: "noopener",
  });
  const row = create("div", { className: `wrap ${styles.row}` });
  const notice = create("aside", { className: styles.notice ?? "" });
  const show = () => {
    const text = (id: MessageId) => String(language.state.intl.formatMessage({ id }));
    notice.ariaLabel = text("embedded.heading");
    status.textContent = text(isRefused ? "embedded.refused" : "embedded.ask");
    allow.textContent = text("embedded.allow");
    open.textContent = text("embedded.open");
    row.replaceChildren(status, isRefused ? open : allow);
  };
  allow.addEventListener("click", async () => {
    if (await request()) {
      // Stores the session, which only this page knows until now.
      session.updateUser({});
      location.reload();
      return;
    }
    isRefused = true;
    show();
    // The button that had the focus is gone.
    open.focus();
  });
  const lead = () => {
    open.href = ownWindow(language.state.language);
  };
  subscribe(language.state, () => {
    show();
    lead();
  });
  onMove(lead);
  show();
  lead();
  notice.append(row);
  document.body.prepend(notice);
};

/** Where the app is. The router takes notice of the browser's own calls, too. */
export const BASE = "/tls";

/** The events with which a browser, and the router, report another address. */
const MOVES = ["popstate", "pushState", "replaceState"];

/** The address in the app, such as `/lessons/PM/PMB`. */
export const place = (): string => location.pathname.slice(BASE.length) + location.search;

/** Calls back after each change of the address. */
export const onMove = (listener: () => void): void => {
  for (const move of MOVES) addEventListener(move, listener);
};

/** Whether the school's cookie keeps a session. The boot script reads it and the language, too. */
const SESSION = "session.v1";
const LANGUAGE = "language.v1";
/** The address of the lesson that was open. */
const LESSON = "framed-lesson.v1";
const TEST = "embedded.v1";

const mayKeepCookies = (): boolean => {
  if (location.protocol !== "https:" || !frameCookies.set(TEST, "1")) return false;
  frameCookies.remove(TEST);
  return true;
};

/** Ends what the page keeps of a session. The school's cookie is out of its reach, and is not asked for any more. */
const forget = (): void => {
  frameCookies.remove(SESSION);
  frameCookies.remove(LESSON);
};

/** The lesson that was open, where the page around the frame asks for no place. */
const openLesson = (): void => {
  const isAsked = wantedPath(location.search) !== "/" || !/^\/($|authorization)/.test(place());
  const path = wantedPath(`next=${encodeURIComponent(frameCookies.get(LESSON) ?? "/")}`);
  if (!isAsked && path !== "/") history.replaceState(null, "", BASE + path);
};

/** Asks the school for the session of the last visit. If no answer comes, the next visit asks again. */
const restore = async ({ session, school, alerts }: BaseApp): Promise<void> => {
  const answer = await school.send(restoreFramedSession, { body: {} });
  if (answer.ok) {
    openLesson();
    const accepted = session.accept(answer.value, null);
    if (!accepted.ok) alerts.show(sessionEndAlerts.expired);
  } else if (answer.failure.kind === "refused") {
    forget();
    if (answer.failure.status === 409) alerts.show(sessionEndAlerts["used-elsewhere"]);
  }
};

/** Lets the school keep each session that begins, and ends what the page keeps of one that is over. */
const followSession = ({ session, school }: BaseApp, onRefusal: () => void): void => {
  const { state } = session;
  // The school's answer has kept a session that it has given back.
  let known = state.token;
  subscribe(state, async () => {
    const { token } = state;
    if (token === known) return;
    known = token;
    forget();
    if (token === null) return;
    const answer = await school.send(keepFramedSession, { body: {} });
    // Signed out meanwhile.
    if (token !== state.token) return;
    if (answer.ok) frameCookies.set(SESSION, "1");
    else onRefusal();
  });
};

const followLanguage = ({ state }: BaseApp["language"]): void => {
  let { language } = state;
  subscribe(state, () => {
    if (language === state.language) return;
    language = state.language;
    frameCookies.set(LANGUAGE, language);
  });
};

const followLesson = ({ state }: BaseApp["session"]): void =>
  onMove(() => {
    if (state.authenticated && place().startsWith("/lessons/")) frameCookies.set(LESSON, place());
  });

/**
 * Where the browser refuses the frame its storage, keeps session, language and lesson by cookies: the school's
 * for the session, which no script can read, and the page's own. Where the browser refuses those as well, or
 * the school has no such cookie, tells the person what to do.
 */
export const keepSignedIn = async (app: BaseApp): Promise<void> => {
  if (mayStore()) return;
  if (!mayKeepCookies()) return askForStorage(app);
  if (frameCookies.get(SESSION)) {
    await restore(app);
    // The boot script has left it hidden, so that nobody sees the sign-in form first.
    (document.getElementById("root") as HTMLElement).className = "seen";
  }
  followSession(app, () => void askForStorage(app));
  followLanguage(app.language);
  followLesson(app.session);
};
