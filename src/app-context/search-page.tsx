import { type ReactNode, useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { type Reference, referenceMessages } from "../core/reference.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import { parseHtml } from "../lib/parse-html.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import { SearchField } from "../ui/search-field.tsx";
import { FailureNotice } from "./failure-notice.tsx";
import { useScreenTitle } from "./use-screen-title.ts";

/** The text of an HTML fragment, for searching. Nothing in it runs or is fetched. */
export const plainText = (html: string): string => {
  // Not across another sign of the kind: a text of nothing else would be gone through for each of them.
  const text = html.replace(/<[^<>]*>/g, " ");
  // To parse takes a hundred times as long, and a glossary has hundreds of texts.
  return text.includes("&") ? (parseHtml(text)?.textContent ?? "") : text;
};

interface List<Entry> extends Pick<Reference["faqs"], "load"> {
  readonly state: { value: readonly Entry[] | null; failure: CallFailure | null };
}

/** A screen to look things up in, whose list is fetched once it opens, and what is typed into its search field. */
export const useSearchPage = <Entry extends object>(title: MessageId, list: List<Entry>) => {
  const text = useText();
  const { value, failure } = useSnapshot(list.state);
  const [query, setQuery] = useState("");
  useScreenTitle(text(title));
  useEffect(() => void list.load(), [list]);
  return { title, list, entries: value as readonly Entry[] | null, failure, query, setQuery };
};

interface SearchPageProps extends ReturnType<typeof useSearchPage<object>> {
  /** How many entries were found. */
  count: number;
  /** Said in place of the number of results. */
  notice?: string;
  children: ReactNode;
}

/** The page with a search field above its content, and a retry button if the content is missing. */
export const SearchPage = (props: SearchPageProps) => {
  const { title, list, entries, failure, query, setQuery, count, notice, children } = props;
  const text = useText();
  const result = () => {
    if (!query.trim() || !entries) return "";
    return count === 0
      ? `${text("search.nothing", { query })} ${text("search.nothing-hint")}`
      : text("search.found", { count });
  };
  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text(title)}</h1>
      <SearchField
        label={text("search.label")}
        value={query}
        onChange={setQuery}
        result={notice ?? result()}
      />
      <FailureNotice
        failure={failure}
        messages={referenceMessages}
        onRetry={() => void list.load()}
      />
      {entries || failure ? null : <p role="status">{text("reference.loading")}</p>}
      {children}
    </main>
  );
};
