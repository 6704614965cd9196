import type { ComponentType } from "react";
import type { Part } from "../../i18n/parts.ts";
import { inTime } from "../../lib/in-time.ts";
import { prepareHtmlText } from "../../ui/html-text.tsx";
import { loadStyle } from "../page-files.ts";
import type { ScreenProps } from "./screen-props.ts";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A part of the app with its messages and styles.
 * @param name of the part, its chunk and its styles
 */
export const plainPart =
  <Props>(name: Part, load: Load<Props>) =>
  async ({ app }: Pick<ScreenProps, "app">) => {
    const [module] = await inTime(
      Promise.all([load(), app.language.require(name), loadStyle(name)]),
    );
    return module;
  };

/** The same with what it takes to show the school's texts. */
export const part =
  <Props>(name: Part, load: Load<Props>) =>
  async (props: Pick<ScreenProps, "app">) => {
    const [module] = await Promise.all([plainPart(name, load)(props), prepareHtmlText()]);
    return module;
  };
