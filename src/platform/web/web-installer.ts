import type { AppInstaller } from "../ports.ts";

/** The event of browsers that can install a web app. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const addLink = (rel: string, href: string): void =>
  document.head.append(Object.assign(document.createElement("link"), { rel, href }));

/**
 * The browser's own way to install a web app.
 * @param organisation the id of the school whose name and icon the app has
 */
export const createWebInstaller = (organisation: string | number): AppInstaller => {
  let offer: InstallPrompt | null = null;
  return {
    start(onOffer) {
      addEventListener("beforeinstallprompt", (event) => {
        event.preventDefault();
        offer = event as InstallPrompt;
        onOffer();
      });
      // Here and not in the page, whose first bytes are for the sign-in form.
      if (document.querySelector("link[rel=manifest]")) return;
      const of = `?organisation=${encodeURIComponent(organisation)}`;
      addLink("manifest", `/tls/manifest.webmanifest${of}`);
      addLink("apple-touch-icon", `/tls/icon.png${of}`);
    },
    install() {
      offer?.prompt().catch(() => undefined);
      offer = null;
    },
  };
};
