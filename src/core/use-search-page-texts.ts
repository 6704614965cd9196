import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import { matchFailure } from "./match-failure.ts";
import { referenceMessages } from "./reference.ts";

export interface Searched {
  query: string;
  /** What there is to search; null while it has not come. */
  entries: readonly unknown[] | null;
  /** How many were found. */
  count: number;
  failure: CallFailure | null;
}

/** What a page to look things up in says. */
export const useSearchPageTexts = (
  title: MessageId,
  { query, entries, count, failure }: Searched,
) => {
  const text = useText();
  const result = () => {
    if (!query.trim() || !entries) return "";
    return count === 0
      ? `${text("search.nothing", { query })} ${text("search.nothing-hint")}`
      : text("search.found", { count });
  };
  return {
    title: text(title),
    label: text("search.label"),
    result: result(),
    failure: failure && text(matchFailure(failure, referenceMessages)),
    retry: text("screen.retry"),
    loading: entries || failure ? null : text("reference.loading"),
  };
};
