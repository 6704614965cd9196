import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { desktopPolicy } from "../../../scripts/build/policies.ts";
import { appIdOf, type HostConfig } from "../host/host-config.ts";
import { type HostOptions, startHost } from "../host/start-host.ts";
import { browser } from "./open-page.ts";

const root = path.join(import.meta.dirname, "../../..");

/** The configuration that the app ships with: its allowed methods, and its page's policy. */
export const shipped: HostConfig = JSON.parse(
  readFileSync(path.join(root, "neutralino/neutralino.config.json"), "utf8"),
);
const policy = desktopPolicy("https://school.example");

/** Saves a file as the app does; runs in the page. */
export const download = (bytes: number) => {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes).fill(7)]));
  Object.assign(document.createElement("a"), { href: url, download: "pattern.pdf" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
};

/**
 * The app's page in a window on the stand-in, with the app's own policy.
 * @param prepare receives the app's folder before the app starts
 */
export const openApp = async (
  options: Partial<HostOptions> = {},
  prepare: (dataFolder: string) => void = () => undefined,
) => {
  if (!browser) return expect.unreachable();
  const { documentRoot } = browser;
  const dataHome = browser.newDataHome();
  const serverHeaders = { "Content-Security-Policy": policy };
  const config = { ...shipped, ...options.config, serverHeaders };
  prepare(path.join(dataHome, appIdOf(config)));
  const host = await startHost({ documentRoot, dataHome, ...options, config });
  const page = await browser.open(host.address);
  onTestFinished(() => Promise.all([page.close(), host.close()]).then(() => undefined));
  await page.evaluate(async () => {
    const { desktop } = await window.desktopPage.opened;
    desktop.installLinkHandlers({
      onNotSaved: (name) => (document.title = `${name} was not saved`),
    });
  });
  return { host, page, dataHome };
};
