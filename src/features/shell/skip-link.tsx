import { useText } from "../../i18n/use-text.ts";

/** The first tab stop: skips the header. */
export const SkipLink = () => (
  <a className="unseen skip" href="#content">
    {useText()("skip.content")}
  </a>
);
