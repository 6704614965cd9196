import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AppConfig } from "./app-config.ts";

const icons = path.join(import.meta.dirname, "../../neutralino/icons");

/** Writes only the configuration, which is what Neutralino's command needs. */
export const writeAppConfig = (folder: string, config: AppConfig): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "neutralino.config.json"), JSON.stringify(config, null, 2));
};

/** Writes the icon that the configuration names. */
export const writeAppIcon = (folder: string): void =>
  cpSync(path.join(icons, "app.png"), path.join(folder, "icons", "app.png"));

/**
 * Writes an app as the runtime and its packer need it: configuration, page and icon.
 * @param folder is created if it does not exist
 * @param web the built page, `dist/desktop-web/BUILD`
 */
export const writeApp = (folder: string, web: string, config: AppConfig): void => {
  writeAppConfig(folder, config);
  cpSync(web, path.join(folder, "web"), { recursive: true });
  writeAppIcon(folder);
};
