import { subscribe } from "valtio/vanilla";
import type { BaseApp } from "../../app-context/app.ts";
import { AUTHORIZATION, wantedPath } from "../../app-context/guard.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { sitesMessages } from "../../i18n/messages/sites.ts";
import { BASE, onMove, place } from "./moves.ts";
import styles from "./storage-notice.module.css";

const KEY = "embedded.v1";

/** Whether the browser lets the app keep anything in this page. */
export const mayStore = (): boolean => {
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
export const askForStorage = async ({ language, session }: BaseApp): Promise<void> => {
  if (mayStore()) return;
  await language.require(sitesMessages);
  let isRefused = !("requestStorageAccess" in document);
  const said = create("p", { role: "status" });
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
    said.textContent = text(isRefused ? "embedded.refused" : "embedded.ask");
    allow.textContent = text("embedded.allow");
    open.textContent = text("embedded.open");
    row.replaceChildren(said, isRefused ? open : allow);
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
