import { hasSanitiser } from "../lib/sanitise-natively.ts";
import { savesData } from "../lib/saves-data.ts";
import { beginLesson, type EarlyPage } from "./begin-lesson.ts";
import { showPage } from "./show-page.ts";

/**
 * Runs while the app's own code is on its way, at the address of a lesson or a course: its calls need
 * not wait for that code, and on a slow line its text need not either. The page's boot script loads it
 * for a person who is signed in.
 */
declare const FILE_SERVER: string;

declare global {
  interface Window {
    /** The lesson's own call, which the boot script sends while this one is on its way: its address and answer. */
    begun?: readonly [address: string, response: Promise<Response>];
  }
}

/** A screen that is opened later wants the answers of that time. */
const MAX_AGE_MS = 30_000;

const addStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href });
    // The app's code takes the properties `onload` and `onerror` of a style that is there already.
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", reject);
    document.head.append(link);
  });

/** The token of the stored session. Whether it is valid is decided by the session itself. */
const readToken = (): string | null => {
  try {
    const { token } = JSON.parse(localStorage.getItem("session.v1") ?? "");
    return typeof token === "string" ? token : null;
  } catch {
    return null;
  }
};

/** Shows the text with the styles that the boot script has asked for. */
const show = async (wanted: Promise<EarlyPage | null>): Promise<void> => {
  const { files } = JSON.parse(document.getElementById("files")?.textContent ?? "");
  const styles = files.signedIn.filter((href: string) => href.endsWith(".css"));
  const [page] = await Promise.all([wanted, ...styles.map(addStyle)]);
  const root = document.getElementById("root");
  if (page && root) showPage(page, root);
};

const fetchUnlessBegun = (address: string, init?: RequestInit): Promise<Response> => {
  const [begun, response] = window.begun ?? [];
  return response && begun === address ? response : fetch(address, init);
};

const begin = (): void => {
  const token = readToken();
  if (!token) return;
  const isSlow = savesData();
  const asked = new URLSearchParams(location.search).get("page");
  const { answers, page } = beginLesson({
    path: location.pathname,
    page: asked === "last" ? Number.POSITIVE_INFINITY : Math.max(1, Math.trunc(Number(asked)) || 1),
    base: FILE_SERVER,
    token,
    language: document.documentElement.lang,
    savesData: isSlow,
    isNeeded: () => !("ready" in document.documentElement.dataset),
    fetch: fetchUnlessBegun,
  });
  window.earlyAnswers = answers;
  setTimeout(() => answers.clear(), MAX_AGE_MS);
  if (isSlow && hasSanitiser()) show(page).catch(() => undefined);
};

begin();
