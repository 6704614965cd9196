import { lazyComponent } from "../../ui/lazy-component.tsx";
import { UnseenSpace } from "./unseen-space.tsx";

/** The first screen and its calls come before it. */
const AFTER_MS = 2000;

const load = async () => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
  // Browsers fetch this chunk at that time anyway, for what they keep.
  return import(/* webpackChunkName: "on-device" */ "./unseen-notice.tsx");
};

/** Asks the school what is new while the app is in sight, and says it. If it cannot be loaded, nothing is said. */
export const UnseenNotice = lazyComponent(
  () => load().catch(() => ({ default: () => null })),
  UnseenSpace,
);
