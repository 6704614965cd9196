import * as v from "valibot";
import type { App, BaseApp } from "../../app-context/app.ts";
import { wantedPath } from "../../app-context/guard.ts";
import { getSite } from "../../contract/sites.ts";
import { type AppMessage, MESSAGE_KIND, type PageMessage } from "../../domain/embed-message.ts";
import { isLanguage } from "../../domain/languages.ts";
import { BASE, keepSignedIn, onMove, place } from "./keep-signed-in.ts";

type Post = (message: AppMessage) => void;

/** Tells the page around the frame something; null until the school has said that it lists the site. */
let post: Post | null = null;

/** What the page may send. Every browser would fetch valibot's `union` and `literal` for this alone. */
const pageMessages: readonly v.GenericSchema<unknown, PageMessage>[] = [
  v.object({
    [MESSAGE_KIND]: v.picklist(["look"]),
    lang: v.string(),
    theme: v.picklist(["light", "dark"]),
  }),
  v.object({ [MESSAGE_KIND]: v.picklist(["go"]), path: v.pipe(v.string(), v.regex(/^\//)) }),
  v.object({ [MESSAGE_KIND]: v.picklist(["sign-out"]) }),
];

/** Tells the page the address and the title of the screen, after each change. */
const tellPlace = (post: Post): void => {
  let shown = "";
  const tell = () => {
    const path = place();
    const { title } = document;
    if (shown === path + title) return;
    shown = path + title;
    post({ [MESSAGE_KIND]: "place", path, title });
  };
  onMove(tell);
  new MutationObserver(tell).observe(document.head, { childList: true, subtree: true });
  tell();
};

/** Tells the page how high the app is. Its height no longer depends on that of the frame. */
const tellHeight = (post: Post): void => {
  const root = document.getElementById("root") as HTMLElement;
  for (const element of [document.body, root]) element.style.minBlockSize = "0";
  new ResizeObserver(() => {
    // While a screen is loading, it is as high as the frame, and header and footer come on top.
    if (!document.querySelector("#content:not(:empty, :has(> [role=status]))")) return;
    post({ [MESSAGE_KIND]: "height", height: Math.ceil(root.getBoundingClientRect().height) });
  }).observe(root);
};

/** Where the page around the app chooses the theme; with forced colours the person has chosen it. */
const DARK = {
  light: "(prefers-color-scheme:dark) and (forced-colors:active)",
  dark: "(prefers-color-scheme:dark),(forced-colors:none)",
};

const showTheme = ({ organisation }: BaseApp, theme: keyof typeof DARK): void => {
  document.documentElement.style.colorScheme = theme;
  organisation.state.dark = DARK[theme];
};

const apply = (app: BaseApp, message: PageMessage): void => {
  switch (message[MESSAGE_KIND]) {
    case "look": {
      const lang = message.lang.slice(0, 2);
      showTheme(app, message.theme);
      if (isLanguage(lang)) void app.language.select(lang);
      return;
    }
    case "go": {
      const path = wantedPath(`next=${encodeURIComponent(message.path)}`);
      // The page has an entry for it in its history already.
      if (path !== place()) history.replaceState(null, "", BASE + path);
      return;
    }
    case "sign-out":
      app.session.logOut();
  }
};

/** Receives what the page that shows the app asks for; whatever else it sends is left alone. */
const receive = (app: BaseApp, origin: string): void =>
  addEventListener("message", (event) => {
    if (event.source !== parent || event.origin !== origin) return;
    const decoded = pageMessages.map((schema) => v.safeParse(schema, event.data));
    const message = decoded.find(({ success }) => success);
    if (message?.success) apply(app, message.output);
  });

/**
 * Connects the app with the page of another site that shows it in a frame. The page has named its origin;
 * nothing is told to one that the school does not list.
 */
export const startEmbedded = async (app: BaseApp): Promise<void> => {
  const page = document.documentElement;
  const restored = keepSignedIn(app);
  const theme = page.style.colorScheme;
  if (theme === "light" || theme === "dark") showTheme(app, theme);
  const origin = new URLSearchParams(page.dataset.embed).get("embed");
  // A plain frame has no script that listens.
  if (!origin) return;
  const answer = await app.school.send(getSite, { query: { origin } });
  if (!answer.ok || !answer.value.allowed) {
    console.error(
      `The learning space tells ${origin} nothing: the school does not list that site.`,
    );
    return;
  }
  await restored;
  const tell: Post = (message) => parent.postMessage(message, origin);
  post = tell;
  receive(app, origin);
  app.onSessionEnd((why) => tell({ [MESSAGE_KIND]: "signed-out", why }));
  tell({ [MESSAGE_KIND]: "ready", signedIn: app.session.state.authenticated });
  tellPlace(tell);
  tellHeight(tell);
};

/** Tells the page each lesson that the school has recorded as completed. */
export const tellLessons = ({ queue, study }: Pick<App, "queue" | "study">): void =>
  queue.onOutcome(({ call, lessonId: id }, outcome) => {
    if (call !== "complete" || outcome !== "sent") return;
    const { selection } = study.state;
    const lessons = Object.values(selection?.product.lessons ?? {});
    const lesson = lessons.find(({ dbid }) => dbid === id);
    post?.({
      [MESSAGE_KIND]: "lesson-completed",
      id,
      product: lesson ? (selection?.productKey ?? null) : null,
      course: lesson ? (selection?.courseKey ?? null) : null,
      lesson: lesson?.key ?? null,
    });
  });
