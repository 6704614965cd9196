// Runs before the first paint: language, direction and accent colour, what to fetch beside the main
// script, and whether the form or the way back in is painted.
((page, byId) => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // A browser that refuses storage has stored nothing.
    }
  };
  const { files, words, inside } = JSON.parse(byId("files").textContent);
  // The page of a frame alone has this: see `scripts/build/page-plugin.ts`. What the page around it wishes
  // is in the address, and the frame's name keeps it for the next pages. See `src/embed`.
  if (FRAMED && self !== top) {
    const [address, wishes = self.name] = location.href.split(/[?&](?=embed)/);
    self.name = wishes;
    page.dataset.embed = wishes;
    history.replaceState(history.state, "", address);
    import("embedded");
  }
  const [chosen] = /[a-z]+/.exec(stored("language.v1")) ?? [];
  const language =
    [
      chosen,
      ...(FRAMED ? [/lang=(..)|$/.exec(page.dataset.embed)[1]] : []),
      ...navigator.languages.map((tag) => tag.slice(0, 2)),
    ].find((code) => Object.hasOwn(words, code)) ?? "en";
  const preload = (href, as) => {
    const link = document.createElement("link");
    link.rel = as === "script" ? "modulepreload" : "preload";
    link.as = as;
    if (as === "fetch") link.crossOrigin = "";
    link.href = href;
    document.head.append(link);
  };
  // The accent colour of the school, as `src/features/shell/show-accent.ts` stored it at the last visit.
  // Nothing else that may be stored there is to hide the page.
  const ACCENT = /^(--[a-z-]+:light-dark\(#\w{6}, #\w{6}\);?)+$/;
  [page.style.cssText] = ACCENT.exec(stored("accent.v1")) ?? [""];
  page.lang = language;
  // The languages of `directionOf`, so that a new one is right from the first paint.
  page.dir = /^(ar|fa|he|ur|yi)$/.test(language) ? "rtl" : "ltr";
  const preloadFile = (name, ending, as) => preload(`/tls/${name}.${files[name]}.${ending}`, as);
  const preloadMessages = (part) => preloadFile(`${part}-${language}`, "json", "fetch");
  preloadMessages("entry");
  const root = byId("root");
  if (stored("session.v1")) {
    root.replaceChildren();
    for (const href of inside) preload(href, "script");
    // Its calls and its code would otherwise be asked for only after the app has started.
    if (location.href.includes("/lessons/")) import("early");
    preloadMessages("inside");
    preloadFile("inside", "css", "style");
  } else if (language !== "en") {
    root.innerHTML = root.innerHTML.replace(
      /(?<=>|aria-label=")[^<">]+/g,
      (word) => words[language][words.en.indexOf(word)] ?? word,
    );
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
  root.className = "seen";
  // The main script did not arrive: once there is a network again the page is asked for anew.
  addEventListener(
    "error",
    ({ target }) => {
      if (target.type === "module") addEventListener("online", () => location.reload());
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
