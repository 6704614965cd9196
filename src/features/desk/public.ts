import type { App } from "../../app-context/app.ts";
import { useApp } from "../../app-context/use-app.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import type { DeskNoticeProps } from "./load-desk.tsx";

/** In the assignments of tutors: what waits at the desk, and the way there. Without its code, as at a school without a desk. */
export const DeskNotice = lazyComponent<DeskNoticeProps, App>(
  (_, app) =>
    import(/* webpackChunkName: "desk" */ "./load-desk.tsx")
      .then(({ loadDeskNotice }) => loadDeskNotice(app))
      .catch(() => ({ default: ({ otherwise }: DeskNoticeProps) => otherwise })),
  undefined,
  useApp,
);
