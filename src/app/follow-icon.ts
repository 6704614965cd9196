import { subscribe } from "valtio/vanilla";
import type { OrganisationService } from "../core/organisation.ts";

/**
 * Shows the present icon of the school in the browser's tab. The page names an address that has it, but a
 * browser keeps an icon for a week: a new icon needs a new address.
 */
export const followIcon = ({ state }: Pick<OrganisationService, "state">): void => {
  const link = document.querySelector("link[rel=icon]");
  const [address] = link?.getAttribute("href")?.split("?") ?? [];
  const show = () => {
    const tag = state.organisation?.favicon;
    if (tag) link?.setAttribute("href", `${address}?${encodeURIComponent(tag)}`);
  };
  subscribe(state, show);
  show();
};
