import { useText } from "../../i18n/use-text.ts";

/** The first stop of the keyboard: past the header. */
export const SkipLink = () => (
  <a className="unseen skip" href="#content">
    {useText()("skip.content")}
  </a>
);
