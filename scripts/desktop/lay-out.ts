import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AppConfig } from "./app-config.ts";

const icons = path.join(import.meta.dirname, "../../neutralino/icons");

/** Writes the configuration alone, which is all that Neutralino's command needs to know an app by. */
export const layOutConfig = (folder: string, config: AppConfig): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "neutralino.config.json"), JSON.stringify(config, null, 2));
};

/**
 * Lays an app out as the runtime and its packer want it: configuration, page and icon.
 * @param folder where; made when it is not there
 * @param web the built page, `dist/desktop-web/BUILD`
 */
export const layOut = (folder: string, web: string, config: AppConfig): void => {
  layOutConfig(folder, config);
  cpSync(web, path.join(folder, "web"), { recursive: true });
  cpSync(path.join(icons, "app.png"), path.join(folder, "icons", "app.png"));
};
