import { type ReactNode, useRef } from "react";
import type { Call } from "../contract/call.ts";
import type { ListDeclaration } from "../contract/list.ts";
import type { FailureTable } from "../core/match-failure.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import { Empty } from "../ui/empty.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { FailureNotice } from "./failure-notice.tsx";
import type { ListState } from "./paged-list.ts";
import { TableDownloads } from "./table-downloads.tsx";
import { useApp } from "./use-app.ts";

interface ListViewProps<List extends ListDeclaration, Entry extends object> {
  list: Pick<
    ListState<List, Entry>,
    "query" | "entries" | "failure" | "isAnswered" | "hasMore" | "load" | "more"
  >;
  failures: FailureTable;
  /** Shown before the first answer. */
  loading?: MessageId;
  /** That there is nothing, at all or with these filters, and what to do about it; null shows nothing. */
  none: readonly [what: MessageId, hint?: MessageId] | null;
  /** The call that sends all of the list as a file with this name; absent: there is no file. */
  download?: { readonly name: string; readonly call: Call };
  /** Draws the entries, as the rows of a table or the items of an ordered list. */
  children: (entries: readonly Entry[]) => ReactNode;
}

/** The entries of a list, or why there are none, and the ways to more of them and to a file. */
export const ListView = <List extends ListDeclaration, Entry extends object>({
  list: { query, entries, failure, isAnswered, hasMore, load, more },
  failures,
  loading,
  none,
  download,
  children,
}: ListViewProps<List, Entry>) => {
  const text = useText();
  const { sendForBytes } = useApp().transport;
  const root = useRef<HTMLDivElement>(null);
  const hasEntries = entries !== null && entries.length > 0;
  return (
    <div ref={root}>
      <FailureNotice failure={failure} messages={failures} onRetry={() => void load()} />
      {hasEntries || isAnswered || failure || !loading ? null : (
        <p role="status">{text(loading)}</p>
      )}
      {isAnswered && !hasEntries && none ? (
        <Empty what={text(none[0])} hint={none[1] && text(none[1])} />
      ) : null}
      {hasEntries ? children(entries) : null}
      <ShowMore
        more={hasMore}
        label={text("desk.more")}
        failure={text("desk-failure.not-fetched")}
        entries={() => root.current?.querySelectorAll("tbody > tr, ol > li") ?? []}
        onMore={more}
      />
      {hasEntries && download ? (
        <TableDownloads
          name={download.name}
          fetch={(as) =>
            sendForBytes(download.call, {
              query: { ...Object.fromEntries(new URLSearchParams(query)), ...as },
            })
          }
        />
      ) : null}
    </div>
  );
};
