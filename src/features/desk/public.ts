import type { App } from "../../app-context/app.ts";
import { useApp } from "../../app-context/use-app.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import type { DeskInsteadProps } from "./desk-instead.tsx";

/** In the assignments of tutors: the way to the desk. Without its code, as at a school without a desk. */
export const DeskInstead = lazyComponent<DeskInsteadProps, App>(
  (_, app) =>
    import(/* webpackChunkName: "desk" */ "./load-desk.ts")
      .then(({ loadDeskInstead }) => loadDeskInstead(app))
      .catch(() => ({ default: ({ otherwise }: DeskInsteadProps) => otherwise })),
  undefined,
  useApp,
);
