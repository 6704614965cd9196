import { createFeature } from "../../app-context/feature.ts";
import { PATTERNS } from "../../app-context/links.ts";
import { furtherMessages } from "../../i18n/messages/further.ts";

/** Patterns that are drafted to the person's measures. */
export const patterns = createFeature({
  path: PATTERNS,
  title: "patterns.title",
  async load(app) {
    const [{ loadPatterns }] = await Promise.all([
      import(/* webpackChunkName: "patterns" */ "./load-patterns.ts"),
      app.language.require(furtherMessages),
    ]);
    return loadPatterns(app);
  },
});
