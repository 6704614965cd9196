import { directionOf } from "../domain/languages.ts";
import screen from "../features/lessons/lesson-screen.module.css";
import view from "../features/lessons/lesson-view.module.css";
import { sanitiseNatively } from "../lib/sanitise-natively.ts";
import text from "../ui/html-text.module.css";
import type { EarlyPage } from "./begin-lesson.ts";

type Child = string | Node;

const element = (name: string, className = "", ...children: Child[]): HTMLElement => {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
};

/** Keeps the place of something that the app will show: it is as wide as its words will be. */
const place = (className: string, width: string): HTMLElement => {
  const made = element("span", className, "\u00a0");
  made.style.inlineSize = width;
  made.style.visibility = "hidden";
  return made;
};

/** The places of what the app shows between title and text. */
const placesOf = ({ page, pages }: EarlyPage): HTMLElement[] => {
  const button = () => place("button quiet", "6rem");
  const places = [
    element("p", view.facts, place("", "17rem"), place("", "11rem")),
    element("div", view.tools, button(), button()),
  ];
  if (pages > 1) {
    const here = element("div", view.here, place("", "6rem"), place("", `${page}rem`));
    places.push(element("nav", view.pages, button(), here, button()));
  }
  return places;
};

const showPicture = async (content: ParentNode, { picture }: EarlyPage): Promise<void> => {
  const image = content.querySelector<HTMLImageElement>("img[data-asset]");
  const bytes = await picture;
  if (image && bytes) image.src = URL.createObjectURL(bytes);
};

/** Calls back when the app shows a lesson, a reason why not, or the form for signing in. */
const whenShown = (root: HTMLElement, callback: () => void): void => {
  const observer = new MutationObserver(() => {
    if (!root.querySelector("h1, form")) return;
    observer.disconnect();
    callback();
  });
  observer.observe(root, { childList: true, subtree: true });
};

/**
 * Shows a page of a lesson where the app will show it, until the app is there. It can only be read:
 * assistive technology and the pointer meet the app's own page alone.
 * @param root the element in which the app shows its screens
 */
export const showPage = (page: EarlyPage, root: HTMLElement): void => {
  if (root.querySelector("h1, form")) return;
  const harmless = sanitiseNatively(page.html);
  // The app says what is wrong.
  if (!harmless) return;
  const content = element("div", text.text, harmless);
  content.lang = page.language;
  content.dir = directionOf(page.language);
  const article = element(
    "article",
    `sheet stitched ${view.lesson}`,
    element("header", "", element("h1", "", page.title)),
    ...placesOf(page),
    content,
  );
  const shown = element(
    "div",
    "",
    element("div", screen.bar, element("div", `wrap ${screen.row}`)),
    element("div", `wrap ${screen.screen}`, article),
  );
  shown.inert = true;
  shown.ariaHidden = "true";
  Object.assign(shown.style, {
    position: "fixed",
    inset: "0",
    // Above what says that the app is loading, and below alerts.
    zIndex: "15",
    overflow: "hidden",
    background: "inherit",
  });
  document.body.append(shown);
  void showPicture(content, page).catch(() => undefined);
  whenShown(root, () => shown.remove());
};
