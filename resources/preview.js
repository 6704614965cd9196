// The script of `content preview` in the app's page: it signs the student in, loads the page again when
// the content has changed, and shows what is wrong in the author's folder. It runs before the app's own.
(() => {
  const { version, session } = JSON.parse(document.getElementById("preview").textContent);

  // Without workers the app keeps no answers, so that nothing is shown from before a change.
  delete Navigator.prototype.serviceWorker;

  try {
    if (session) localStorage.setItem("session.v1", JSON.stringify(session));
  } catch {
    // The browser stores nothing: the app shows its sign-in form.
  }

  const PLACE = "preview-place";
  /** How long a page may take until it is as long as it was, and the app leaves it where it is. */
  const PATIENCE_MS = 5000;
  const BY_HAND = ["wheel", "keydown", "pointerdown", "touchstart"];

  const keepPlace = () => {
    const place = { address: location.href, x: scrollX, y: scrollY };
    sessionStorage.setItem(PLACE, JSON.stringify(place));
  };

  /** Scrolls to where the author was reading. The app itself scrolls to the start of a lesson it opens. */
  const returnToPlace = () => {
    const { address, x, y } = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
    sessionStorage.removeItem(PLACE);
    if (address !== location.href || !y) return;
    const tryIt = () => {
      const isLongEnough = document.documentElement.scrollHeight >= y + innerHeight;
      if (isLongEnough && scrollY !== y) scrollTo(x, y);
    };
    const observer = new ResizeObserver(tryIt);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      removeEventListener("scroll", tryIt);
      for (const event of BY_HAND) removeEventListener(event, stop);
    };
    const timer = setTimeout(stop, PATIENCE_MS);
    for (const event of BY_HAND) addEventListener(event, stop, { passive: true });
    addEventListener("scroll", tryIt, { passive: true });
    observer.observe(document.body);
  };

  const STYLE = `
    :host { all: initial; position: fixed; inset: auto 0 0; z-index: 2147483647; color-scheme: light dark; }
    details { margin: 0; max-block-size: 60vh; overflow: auto; font: 14px/1.5 system-ui, sans-serif;
      color: light-dark(#1d2433, #f2efe8); background: light-dark(#fffdf8, #22262f);
      border-block-start: 4px solid var(--edge); box-shadow: 0 -4px 24px #0004; }
    details.errors { --edge: light-dark(#b3261e, #ff8a80); }
    details.warnings { --edge: light-dark(#8a5a00, #ffca66); }
    summary { padding: 8px 16px; font-weight: 600; cursor: pointer; position: sticky; inset-block-start: 0;
      background: inherit; }
    summary:focus-visible { outline: 2px dashed currentColor; outline-offset: -4px; }
    h2 { margin: 8px 16px 0; font-size: inherit; }
    ol { margin: 0; padding: 0 16px 12px; list-style: none; }
    li { padding-block: 4px; overflow-wrap: anywhere; }
    code { font: 13px/1.5 ui-monospace, monospace; font-weight: 600; }
  `;

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  const listOf = (items) =>
    element(
      "ol",
      {},
      ...items.map(({ place, words }) =>
        element(
          "li",
          {},
          ...(place === null ? [] : [element("code", { dir: "ltr" }, place), " "]),
          element("span", { dir: "auto" }, words),
        ),
      ),
    );

  const host = element("div", { id: "preview-problems" });
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  // Read out when it changes, whatever is being read.
  const region = element("div", { role: "status" });
  root.append(region);

  /** What is shown at present, as text: the same is not shown again, as it may have been closed. */
  let shown = "";

  const show = ({ language, isWrong, summary, lists }) => {
    const text = JSON.stringify([language, lists]);
    if (text === shown) return;
    shown = text;
    host.lang = language;
    host.dir = document.documentElement.dir;
    if (lists.length === 0) {
      region.replaceChildren();
      return;
    }
    region.replaceChildren(
      element(
        "details",
        { className: isWrong ? "errors" : "warnings", open: isWrong },
        element("summary", {}, summary),
        ...lists.flatMap(({ name, items }) => [
          ...(lists.length > 1 ? [element("h2", {}, name)] : []),
          listOf(items),
        ]),
      ),
    );
  };

  /** The stream of states, in the language of the page. */
  let events;

  const listen = () => {
    events?.close();
    events = new EventSource(`/tls/preview-events?language=${document.documentElement.lang}`);
    events.addEventListener("message", ({ data }) => {
      const state = JSON.parse(data);
      if (state.version === version) return show(state);
      keepPlace();
      location.reload();
    });
  };

  const follow = () => {
    document.body.append(host);
    listen();
    const observer = new MutationObserver(listen);
    observer.observe(document.documentElement, { attributeFilter: ["lang"] });
    returnToPlace();
  };
  addEventListener("DOMContentLoaded", follow);
})();
