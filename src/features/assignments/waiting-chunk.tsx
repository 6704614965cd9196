import type { BaseApp } from "../../app-context/app.ts";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useText } from "../../i18n/use-text.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { assignmentsMessages } from "./shared-lists.ts";
import type { WaitingProps } from "./waiting.tsx";

/** The chunk names its own messages, so that students do not fetch the names of their files. */
const load = async ({ language }: Pick<BaseApp, "language">) => {
  const module = await import(/* webpackChunkName: "desk" */ "./waiting.tsx");
  await language.require(module.texts);
  return module;
};

const Missing = () => <p role="alert">{useText()(assignmentsMessages.else)}</p>;

/**
 * The hand-ins that wait for a tutor. Browsers do not keep its code, so without a network the tutor's
 * own assignments are shown alone.
 */
export const Waiting = lazyComponent<WaitingProps, BaseApp>(
  (_, app) => load(app).catch(() => ({ default: Missing })),
  undefined,
  useBaseApp,
);
