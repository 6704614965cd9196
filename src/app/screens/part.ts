import type { ComponentType } from "react";
import type { Part } from "../../i18n/parts.ts";
import { prepareHtmlText } from "../../ui/html-text.tsx";
import { loadStyle } from "../page-files.ts";
import type { ScreenProps } from "./screen-props.ts";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A part of the app with its messages and styles, and what it takes to show the school's texts.
 * @param name of the part, its chunk and its styles
 */
export const part =
  <Props extends Pick<ScreenProps, "app">>(name: Part, load: Load<Props>) =>
  async ({ app }: Pick<ScreenProps, "app">) => {
    const [module] = await Promise.all([
      load(),
      app.language.require(name),
      loadStyle(name),
      prepareHtmlText(),
    ]);
    return module;
  };
