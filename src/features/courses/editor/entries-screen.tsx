import { useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useSearch } from "wouter";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { CoursesNote } from "../../../app-context/folder-form.tsx";
import { entriesAddress, textAddress } from "../../../app-context/staff-links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import {
  ENTRY_KINDS,
  type EntryKind,
  type EntryList,
  getEntries,
} from "../../../contract/staff-entries.ts";
import { createResource } from "../../../core/create-resource.ts";
import { staffFailures } from "../../../core/failure-messages/staff.ts";
import { LANGUAGES } from "../../../domain/languages.ts";
import { foldText } from "../../../domain/search-text.ts";
import { entryName, entryPath, fieldsInLanguage } from "../../../domain/source-entry.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";
import { Flags } from "../../../ui/flags.tsx";
import { PlainTable } from "../../../ui/plain-table.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { ENTRY_LISTS } from "../content-words.tsx";
import entries from "./entries.module.css";
import { EntryForm } from "./entry-form.tsx";
import { entryFieldsOf } from "./entry-form-model.ts";

/** The entries of the kind that the address names, or one of them. */
export const EntriesScreen = () => {
  const query = new URLSearchParams(useSearch());
  const kind = ENTRY_KINDS.find((each) => each === query.get("kind")) ?? "announcement";
  return <Entries key={`${kind} ${query.get("at") ?? ""}`} kind={kind} query={query} />;
};

const Entries = ({ kind, query }: { kind: EntryKind; query: URLSearchParams }) => {
  const text = useText();
  const { send } = useApp().transport;
  const resource = useMemo(
    () =>
      createResource<EntryList, CallFailure>({
        fetch: () => send(getEntries, { query: { kind } }),
      }),
    [send, kind],
  );
  const { value: list, failure } = useSnapshot(resource.state) as typeof resource.state;
  useScreenTitle(text("staff-editor.entries"));
  useEffect(() => void resource.refresh(), [resource]);
  const position = query.get("at");
  const isNew = position === "new";
  const at = position !== null && /^\d{1,6}$/.test(position) ? Number(position) : null;
  const isForm = isNew || (at !== null && list?.entries[at] !== undefined);
  return (
    <>
      <h1>{text("staff-editor.entries")}</h1>
      <nav className={entries.kinds} aria-label={text("staff-editor.entries")}>
        {ENTRY_LISTS.map(([each, name]) => (
          <Link
            key={each}
            href={entriesAddress(each)}
            aria-current={each === kind ? "page" : undefined}
          >
            {text(name)}
          </Link>
        ))}
      </nav>
      <FailureNotice
        failure={list ? null : failure}
        messages={staffFailures}
        onRetry={() => void resource.refresh()}
      />
      {list && !list.source ? <CoursesNote>{text("staff-editor.no-source")}</CoursesNote> : null}
      {list?.source && !list.readable ? (
        <p>
          {text("staff-editor.entry-not-editable")}{" "}
          <Link href={textAddress(entryPath(kind))}>{text("staff-editor.entry-as-text")}</Link>
        </p>
      ) : null}
      {list?.source && list.readable && isForm ? (
        <EntryForm kind={kind} list={list} at={isNew ? null : at} />
      ) : null}
      {list?.source && list.readable && !isForm ? (
        <EntryTable kind={kind} list={list} isSaved={query.has("saved")} />
      ) : null}
    </>
  );
};

interface EntryTableProps {
  kind: EntryKind;
  list: EntryList;
  isSaved: boolean;
}

const EntryTable = ({ kind, list, isSaved }: EntryTableProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const reads = useReads();
  const dayOf = (date = "") => date && formatDate(date, { dateStyle: "medium" });
  const [search, setSearch] = useState("");
  const wanted = foldText(search);
  const rows = list.entries
    .map((entry, at) => ({ at, fields: entryFieldsOf(entry), outdated: entry.outdated }))
    .filter(({ fields }) => foldText(Object.values(fields).join(" ")).includes(wanted));
  const isEmpty = list.entries.length === 0;
  return (
    <>
      <div role="status">
        {isSaved ? <CoursesNote>{text("staff-editor.saved")}</CoursesNote> : null}
      </div>
      <SearchField
        label={text("staff-editor.entry-search")}
        value={search}
        onChange={setSearch}
        result={search !== "" && rows.length === 0 ? text("staff-editor.entry-none") : ""}
      />
      <p>
        <Link className="button" href={entriesAddress(kind, "new")}>
          {text("staff-editor.entry-new")}
        </Link>
      </p>
      {isEmpty ? <p>{text("staff-editor.entry-empty")}</p> : null}
      {rows.length > 0 ? (
        <PlainTable
          headings={[
            text("staff-editor.entry-column"),
            ...(kind === "announcement" ? [text("staff-editor.entry-days")] : []),
            text("staff-editor.column-languages"),
          ]}
        >
          <tbody>
            {rows.map(({ at, fields, outdated }) => (
              <tr key={at}>
                <th scope="row">
                  <Link href={entriesAddress(kind, at)}>
                    <bdi>{entryName(kind, fields, reads) || at + 1}</bdi>
                  </Link>
                </th>
                {kind === "announcement" ? (
                  <td>
                    <bdi>{`${dayOf(fields.from)} – ${dayOf(fields.to)}`}</bdi>
                  </td>
                ) : null}
                <td>
                  {LANGUAGES.filter((each) =>
                    fieldsInLanguage(kind, each).some((name) => fields[name]),
                  )
                    .map(nameOfLanguage)
                    .join(", ")}
                  {outdated.length > 0 ? (
                    <Flags
                      flags={[
                        {
                          text: `${text("staff-editor.entry-outdated")}: ${outdated.map(nameOfLanguage).join(", ")}`,
                          tone: "warning",
                        },
                      ]}
                    />
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      ) : null}
    </>
  );
};
