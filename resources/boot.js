// Runs before the first paint: language, direction, what to fetch beside the main script, and
// whether the form or the way back in is painted.
((page, byId) => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const { messages, inside, styles } = JSON.parse(byId("files").textContent);
  const [chosen] = /[a-z]+/.exec(stored("language.v1")) ?? [];
  const language =
    [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2))].find((code) =>
      Object.hasOwn(messages, code),
    ) ?? "en";
  const preload = (href, as) => {
    const link = document.createElement("link");
    link.rel = as === "script" ? "modulepreload" : "preload";
    link.as = as;
    if (as === "fetch") link.crossOrigin = "anonymous";
    link.href = href;
    document.head.append(link);
  };
  page.lang = language;
  page.dir = /^(ar|fa|he|ur|yi)$/.test(language) ? "rtl" : "ltr";
  const preloadMessages = (part) =>
    preload(`/tls/${part}-${language}.${messages[language]}.json`, "fetch");
  preloadMessages("entry");
  const translated = document.querySelector(`template[lang="${language}"]`);
  if (stored("session.v1")) {
    byId("root").replaceChildren();
    for (const href of inside) preload(href, "script");
    preloadMessages("inside");
    preload(`/tls/inside.${styles.inside}.css`, "style");
  } else if (translated) byId("root").replaceChildren(translated.content);
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
