import type { ComponentType } from "react";
import { prepareSanitiser } from "../../ui/sanitise.ts";
import { loadStyle } from "../page-files.ts";
import type { ScreenProps } from "./screen-props.ts";

/** The messages and styles of all screens that are not on the way to a lesson. */
const loadMore = (app: ScreenProps["app"]) =>
  Promise.all([app.language.require("more"), loadStyle("more")]);

/** A part of the app with its messages and styles, and what it takes to show the school's texts. */
export const further =
  <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  async ({ app }: Pick<ScreenProps, "app">) => {
    const [module] = await Promise.all([load(), loadMore(app), prepareSanitiser()]);
    return module;
  };
