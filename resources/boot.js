// Runs before the first paint: language, direction and accent colour, what to fetch beside the main
// script, and whether the form or the way back in is painted.
((page, byId) => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // A browser that refuses storage has stored nothing, except for the page of a frame: in the storage of
      // the tab, or in cookies. See `src/app/embedded/keep-signed-in.ts`.
      if (FRAMED) {
        try {
          return sessionStorage.getItem(key);
        } catch {
          const [, value] = new RegExp(`(?:^|; )${key}=([^;]+)`).exec(document.cookie) ?? [];
          isKept ||= value && key === "session.v1";
          return value;
        }
      }
    }
  };
  /** Whether the school is asked for a session, before which nobody is to see the form. */
  let isKept = false;
  const { files, words } = JSON.parse(byId("files").textContent);
  const add = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), properties));
  /** Fetches files beside the main script, which asks for them when it runs. */
  const preload = (hrefs) => {
    for (const href of hrefs) {
      add("link", { rel: "preload", as: href.endsWith(".css") ? "style" : "script", href });
    }
  };
  const preloadTexts = (name) =>
    preload([`/tls/${name}-${page.lang}-json.${files[name][page.lang]}`]);
  /** Fetches what comes after the sign-in form: code, styles and texts. */
  const preloadInside = () => {
    preload(files.signedIn);
    preloadTexts("inside");
  };
  // A person has left a frame for a window of its own, which goes on in the same language at the same place.
  if (FRAMED && self === top) {
    const asked = new URLSearchParams(location.search);
    const wanted = asked.get("language");
    try {
      if (Object.hasOwn(words, wanted)) localStorage.setItem("language.v1", JSON.stringify(wanted));
    } catch {
      // A browser that refuses storage keeps no language.
    }
    location.replace(`/tls${/^\/.*/.exec(asked.get("next")) ?? "/"}`);
    return;
  }
  // The page of a frame alone has this: see `scripts/build/online-page.ts`. What the page around it wishes
  // is in the address, and the frame's name keeps it for the next pages. See `src/embed`.
  if (FRAMED && self !== top) {
    const [address, wishes = self.name] = location.href.split(/[?&](?=embed)/);
    self.name = wishes;
    page.dataset.embed = wishes;
    history.replaceState(history.state, "", address);
    preload(files.embedded);
  }
  const [chosen] = /[a-z]+/.exec(stored("language.v1")) ?? [];
  const language =
    [
      chosen,
      ...(FRAMED ? [/lang=(..)|$/.exec(page.dataset.embed)[1]] : []),
      ...navigator.languages.map((tag) => tag.slice(0, 2)),
    ].find((code) => Object.hasOwn(words, code)) ?? "en";
  // The accent colour of the school, as `src/features/shell/show-accent.ts` stored it at the last visit.
  // Nothing else that may be stored there is to hide the page.
  const ACCENT = /^(--[a-z-]+:light-dark\(#\w{6}, #\w{6}\);?)+$/;
  [page.style.cssText] = ACCENT.exec(stored("accent.v1")) ?? [""];
  page.lang = language;
  // The languages of `directionOf`, so that a new one is right from the first paint.
  page.dir = /^(ar|fa|he|ur|yi)$/.test(language) ? "rtl" : "ltr";
  preloadTexts("entry");
  const root = byId("root");
  if (stored("session.v1")) {
    root.replaceChildren();
    // A lesson's calls would otherwise be sent only after the app has started. On a slow line that script and
    // the styles, with which the text is shown, come before the rest; on a fast one the main script asks for
    // the rest itself by then. Where a worker provides the page, the lesson is on this device.
    if (location.href.includes("/lessons/") && !navigator.serviceWorker?.controller) {
      const [, , , product, , key] = location.pathname.split("/");
      const [, token] = /"token":"([^"]+)/.exec(stored("session.v1")) ?? [];
      // The text is what a reader waits for. `src/early` takes the answer. An id is no key.
      if (!FRAMED && token && key && !(key >= 0)) {
        const address = `${FILE_SERVER}/products/${product}/lessons/${key}?language=${language}`;
        window.begun = [address, fetch(address, { headers: { authorization: `Bearer ${token}` } })];
      }
      add("script", { src: files.early });
      preload(files.signedIn.slice(1));
      setTimeout(preloadInside, 300);
    } else preloadInside();
  } else {
    // Once the form works; where a person saves data, once they fill it in.
    addEventListener(navigator.connection?.saveData ? "focusin" : "load", preloadInside, {
      once: true,
    });
    if (language !== "en") {
      root.innerHTML = root.innerHTML.replace(
        /(?<=>|aria-label=")[^<">]+/g,
        (word) => words[language][words.en.indexOf(word)] ?? word,
      );
    }
  }
  if (FRAMED) {
    const wishes = new URLSearchParams(page.dataset.embed);
    page.style.colorScheme = wishes.get("theme");
    const sheet = new CSSStyleSheet();
    if (wishes.get("chrome") === "none") {
      sheet.replaceSync("#root > :is(header, footer) { display: none }");
    }
    document.adoptedStyleSheets.push(sheet);
  }
  // Until now it was not to be seen, so that nobody sees another language first.
  const show = () => {
    root.className = "seen";
  };
  // If the code that asks for the session does not arrive, the form is shown all the same.
  if (FRAMED && isKept) setTimeout(show, 10_000);
  else show();
  // The main script did not arrive: once there is a network again the page is loaded again.
  addEventListener(
    "error",
    ({ target }) => {
      if (target.id === "main") addEventListener("online", () => location.reload());
    },
    true,
  );
  addEventListener(
    "submit",
    (event) => {
      if ("ready" in page.dataset) return;
      event.preventDefault();
      page.dataset.submitted = "1";
    },
    true,
  );
})(document.documentElement, (id) => document.getElementById(id));
