import type { BaseApp } from "../../app-context/app.ts";
import { showAccent } from "./show-accent.ts";

/**
 * Shows the present icon of the school in the browser's tab. A browser keeps an icon for a week and asks for
 * it by its address, so a new icon needs a new address. The desktop app's page has no icon to be replaced.
 * @param tag changes with the icon; empty: the page has the right one
 */
const showIcon = (tag: string): void => {
  const link = document.querySelector("link[rel=icon]");
  const [address] = link?.getAttribute("href")?.split("?") ?? [];
  if (tag && address?.endsWith("/favicon.svg")) {
    link?.setAttribute("href", `${address}?${encodeURIComponent(tag)}`);
  }
};

/** Gives the page the accent colour and the icon of the brand that is shown now. */
export const showLook = (app: Pick<BaseApp, "machine" | "organisation">): void => {
  showAccent(app);
  showIcon(app.organisation.state.organisation?.favicon ?? "");
};
