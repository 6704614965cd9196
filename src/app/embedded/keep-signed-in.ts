import { subscribe } from "valtio/vanilla";
import type { BaseApp } from "../../app-context/app.ts";
import { wantedPath } from "../../app-context/guard.ts";
import { keepFramedSession, restoreFramedSession } from "../../contract/framed-session.ts";
import { sessionEndAlerts } from "../../core/failure-alerts.ts";
import { frameCookies } from "../../platform/web/frame-cookies.ts";
import { askForStorage, mayStore } from "./ask-for-storage.ts";
import { BASE, onMove, place } from "./moves.ts";

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
