import { subscribe } from "valtio/vanilla";
import type { OrganisationService } from "../core/organisation.ts";
import type { KeyValue } from "../platform/ports.ts";

/** The school's icon at the first visit, or `CHANGED` once the school has had another one since. */
const KEY = "icon.v1";
const CHANGED = "";

/**
 * Shows the present icon of the school in the browser's tab. The page names an address that has it, but a
 * browser keeps an icon for a week: a new icon needs a new address. The icon of the first visit keeps the
 * address of the page, because the browser has just fetched it there.
 */
export const followIcon = (
  { state }: Pick<OrganisationService, "state">,
  storage: KeyValue,
): void => {
  const link = document.querySelector("link[rel=icon]");
  const [address] = link?.getAttribute("href")?.split("?") ?? [];
  const show = () => {
    const tag = state.organisation?.favicon;
    if (!tag) return;
    const first = storage.get(KEY);
    if (first === null) storage.set(KEY, tag);
    if (first === null || first === tag) return;
    storage.set(KEY, CHANGED);
    link?.setAttribute("href", `${address}?${encodeURIComponent(tag)}`);
  };
  subscribe(state, show);
  show();
};
