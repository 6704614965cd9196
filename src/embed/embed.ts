import { createLearningSpace } from "./learning-space.ts";

/**
 * The script of a page on another site that shows the app: it defines the element `<learning-space>`. The
 * page of the app's own server has no part in it, so it is compiled on its own.
 */
declare const FILE_SERVER: string;

/** The script itself; found by its name where a site builder inserts it in its own way. */
const findScript = (): HTMLScriptElement | null =>
  document.currentScript instanceof HTMLScriptElement
    ? document.currentScript
    : document.querySelector<HTMLScriptElement>("script[src$='/tls/embed.js']");

const script = findScript();
if (!script) {
  console.error("<learning-space> needs a script element whose address ends in /tls/embed.js.");
} else if (!customElements.get("learning-space")) {
  const app = new URL(".", script.src);
  customElements.define(
    "learning-space",
    createLearningSpace({ app, calls: new URL(`${FILE_SERVER}/`, app) }),
  );
}
