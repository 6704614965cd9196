import { type AppMessage, MESSAGE_KIND, type PageMessage } from "../domain/embed-message.ts";
import { decodeMessage } from "./decode-message.ts";

type Theme = "light" | "dark";

const mayBeDark = matchMedia("(prefers-color-scheme: dark)");

/** The colour schemes that the page supports where the element is. */
const schemesAt = (element: Element): string => {
  const scheme = getComputedStyle(element).colorScheme;
  const meta = document.querySelector<HTMLMetaElement>("meta[name=color-scheme]");
  return scheme === "normal" ? (meta?.content ?? "") : scheme;
};

/** The theme of the element: its attribute, or that of the page around it. */
const themeOf = (element: Element): Theme => {
  const attribute = element.getAttribute("theme");
  const schemes = attribute === "light" || attribute === "dark" ? attribute : schemesAt(element);
  const isDark = schemes.includes("dark") && (mayBeDark.matches || !schemes.includes("light"));
  return isDark ? "dark" : "light";
};

/** The language of the element: its attribute, or that of the page around it; empty: not stated. */
const languageOf = (element: Element): string =>
  element.closest("[lang]")?.getAttribute("lang") ?? "";

/** Calls back when the look of the page may have changed. */
const watchLook = (onChange: () => void, signal: AbortSignal): void => {
  mayBeDark.addEventListener("change", onChange, { signal });
  const observer = new MutationObserver(onChange);
  // Most sites switch their theme or language by an attribute of these.
  for (const node of [document.documentElement, document.body]) {
    observer.observe(node, { attributes: true });
  }
  signal.addEventListener("abort", () => observer.disconnect());
};

/** In pixels: dialogs of the app fit into it. */
const MIN_HEIGHT = 480;

/** Where the app is on its server, and the base address of the school's calls. */
interface School {
  /** With a slash at its end. */
  readonly app: URL;
  readonly calls: URL;
}

/**
 * Creates the class of the element `<learning-space>`, which shows the app in a frame. What it does for
 * the page is explained in resources/deploy/site/README.md.
 */
export const createLearningSpace = (school: School): CustomElementConstructor =>
  class LearningSpace extends HTMLElement {
    static readonly observedAttributes = ["lang", "theme", "title"];

    readonly #root = this.attachShadow({ mode: "open" });
    #frame: HTMLIFrameElement | null = null;
    #gone = new AbortController();
    #look = "";
    /** The height that the app needs. */
    #wanted = 0;

    connectedCallback(): void {
      this.#gone = new AbortController();
      const { signal } = this.#gone;
      addEventListener("message", (event) => this.#receive(event), { signal });
      addEventListener("resize", () => this.#resize(), { signal });
      addEventListener("hashchange", () => this.#followHash(), { signal });
      watchLook(() => this.#update(), signal);
      this.style.display = "block";
      this.#open();
    }

    disconnectedCallback(): void {
      this.#gone.abort();
      this.#close();
    }

    attributeChangedCallback(): void {
      this.#update();
    }

    /** Opens an address in the app, such as `/lessons/PM/PMB`. It takes the place of the present one. */
    go(path: string): void {
      this.#send({ [MESSAGE_KIND]: "go", path });
    }

    /** Signs the person out in this page. */
    signOut(): void {
      this.#send({ [MESSAGE_KIND]: "sign-out" });
    }

    #open(): void {
      const lang = languageOf(this);
      const theme = themeOf(this);
      const parameters = new URLSearchParams({ embed: location.origin, lang, theme });
      if (this.getAttribute("chrome") === "none") parameters.set("chrome", "none");
      const wish = String(parameters);
      const url = this.#start();
      url.search += `${url.search ? "&" : "?"}${wish}`;
      const frame = document.createElement("iframe");
      this.#frame = frame;
      this.#look = lang + theme;
      frame.src = url.href;
      // A browser that goes back to the page opens the frame at its last address, which has no wish.
      frame.name = wish;
      frame.title = this.title || "Learning space";
      frame.allow =
        "fullscreen; clipboard-write; publickey-credentials-create; publickey-credentials-get";
      // Nothing is shown before the school has said that it may be.
      frame.style.cssText = `display:block;width:100%;border:0;visibility:hidden;color-scheme:${theme}`;
      this.#resize();
      this.#root.append(frame);
      void this.#askForLeave(frame);
    }

    #close(): void {
      this.#frame?.remove();
      this.#frame = null;
    }

    /** The first address in the app: of the page's own address, of a course, or the app's choice. */
    #start(): URL {
      const course = this.getAttribute("course");
      const path = this.#hashPath() ?? (course ? `/lessons/${course}` : "/");
      const url = URL.parse(path.slice(1), school.app);
      return url?.href.startsWith(school.app.href) ? url : new URL(school.app);
    }

    /** The address that the page's own address names; null: none, or it is not wished. */
    #hashPath(): string | null {
      // A link to the page must not speak for it: the first parameters of that name count.
      const isWished = this.hasAttribute("deep-links") && !/[?&]embed/.test(location.hash);
      return isWished && location.hash.startsWith("#/") ? location.hash.slice(1) : null;
    }

    #followHash(): void {
      const path = this.#hashPath();
      if (path) this.go(path);
    }

    async #askForLeave(frame: HTMLIFrameElement): Promise<void> {
      const { signal } = this.#gone;
      const url = new URL(
        `sites?${new URLSearchParams({ origin: location.origin })}`,
        school.calls,
      );
      // A school that is away, or a page that forbids the call: the app itself says when it is ready.
      const answer = await fetch(url, { signal }).then(
        (response) => response.json(),
        () => null,
      );
      if (answer?.allowed === true) frame.style.visibility = "";
      if (answer?.allowed !== false || frame !== this.#frame) return;
      this.#close();
      console.error(
        `<learning-space> shows nothing: ${school.app.origin} does not list the site ${location.origin}. Its school can add it: npm run school -- site add ${location.origin}`,
      );
    }

    #receive({ source, origin, data }: MessageEvent): void {
      if (!source || source !== this.#frame?.contentWindow || origin !== school.app.origin) return;
      const message = decodeMessage(data);
      if (message) this.#apply(message, this.#frame);
    }

    #apply(message: AppMessage, frame: HTMLIFrameElement): void {
      const { [MESSAGE_KIND]: kind, ...detail } = message;
      if (message[MESSAGE_KIND] === "height") {
        this.#wanted = message.height;
        this.#resize();
      } else if (message[MESSAGE_KIND] === "place") {
        if (!this.title) frame.title = message.title;
        // The sign-in form keeps the address that was asked for.
        if (this.hasAttribute("deep-links") && !message.path.startsWith("/authorization")) {
          // A second entry in the history would make people go back twice.
          history.replaceState(history.state, "", `#${message.path}`);
        }
      } else {
        frame.style.visibility = "";
        this.dispatchEvent(new CustomEvent(kind, { detail }));
      }
    }

    /** As high as the content, but never higher than the window: dialogs and bars stay in view. */
    #resize(): void {
      const most = Math.max(MIN_HEIGHT, innerHeight);
      const height = Math.min(Math.max(this.#wanted, MIN_HEIGHT), most);
      if (this.#frame) this.#frame.style.height = `${Math.ceil(height)}px`;
    }

    /** Gives the app the look of the page again, if that has changed. */
    #update(): void {
      const frame = this.#frame;
      if (!frame) return;
      if (this.title) frame.title = this.title;
      const lang = languageOf(this);
      const theme = themeOf(this);
      if (this.#look === lang + theme) return;
      this.#look = lang + theme;
      frame.style.colorScheme = theme;
      this.#send({ [MESSAGE_KIND]: "look", lang, theme });
    }

    #send(message: PageMessage): void {
      this.#frame?.contentWindow?.postMessage(message, school.app.origin);
    }
  };
