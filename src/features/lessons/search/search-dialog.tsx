import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Dialog } from "../../../app-context/dialog.tsx";
import { coursePath, lessonPath } from "../../../app-context/links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { directionOf } from "../../../domain/languages.ts";
import { markMatches } from "../../../domain/matched-text.ts";
import { titleIn, translated } from "../../../domain/translated.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { createTitleSearch, type TitleMatch, useTextSearch } from "./lesson-search.ts";
import styles from "./search.module.css";

const HighlightedText = ({ text, query }: { text: string; query: string }) => {
  let at = 0;
  return markMatches(text, query).map((part) => {
    const key = at;
    at += part.text.length;
    return part.marked ? <mark key={key}>{part.text}</mark> : part.text;
  });
};

/** Number of results at first. A more precise query is quicker than a longer list. */
const SHOWN_AT_FIRST = 40;

/** Searches the selected course: its titles here, the texts of its open lessons at the school. */
const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  const { study, place } = useApp();
  const text = useText();
  const { locale } = useIntl();
  const reads = useReads();
  const { selection } = useSnapshot(study.state);
  const [query, setQuery] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState({ query: "", most: SHOWN_AT_FIRST });
  const titles = useMemo(
    () => selection && createTitleSearch(selection, study.isOpen),
    [selection, study],
  );
  const texts = useTextSearch(selection?.productKey ?? "", query, locale);

  // Runs after the dialog has focused its title.
  useEffect(() => root.current?.querySelector("input")?.focus(), []);

  if (!selection || !titles) return null;

  const excerpts = new Map(texts.found.map((found) => [found.key, found]));
  const called = query.trim() ? titles.find(query) : [];
  const textResults = texts.found.flatMap(({ key }) => titles.lesson(key) ?? []);
  const matches = [...new Set([...called, ...textResults])];
  const most = asked.query === query ? asked.most : SHOWN_AT_FIRST;
  const shown = matches.slice(0, most);

  const result = () => {
    if (!query.trim()) return text("lesson-search.hint");
    if (texts.failed) return text("lesson-search.titles-only");
    if (shown.length > 0) return text("search.found", { count: shown.length });
    if (texts.waiting) return text("lesson-search.searching");
    return `${text("search.nothing", { query })} ${text("search.nothing-hint")}`;
  };

  /** The arrow keys move between the field and the results. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.nativeEvent.isComposing) return;
    const stops = [...(root.current?.querySelectorAll<HTMLElement>("input, a") ?? [])];
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  const open = (entry: TitleMatch) => {
    if (entry.kind === "section") {
      place.selectMenu(selection.courseKey, entry.place.menu1, entry.place.menu2);
    }
    onClose();
  };

  const { productKey, courseKey } = selection;
  const row = (entry: TitleMatch) => {
    const quoted = entry.kind === "lesson" ? excerpts.get(entry.key) : undefined;
    const language = quoted?.language ?? locale;
    const menu1 = selection.menus[entry.place.menu1 - 1];
    const menu2 = menu1?.menu2[entry.place.menu2 - 1];
    const chapter = menu1 ? translated(menu1, "title", reads) : "";
    const section = menu2 ? translated(menu2, "title", reads) : "";
    const title = entry.kind === "lesson" ? titleIn(entry.lesson.title, reads) : section;
    const address =
      entry.kind === "lesson"
        ? lessonPath(productKey, courseKey, entry.key, quoted?.page ?? 1)
        : coursePath(productKey, courseKey);
    return (
      <li key={`${entry.kind} ${entry.key}`}>
        <Link href={address} onClick={() => open(entry)}>
          <HighlightedText text={title} query={query} />
        </Link>
        <small>
          {entry.kind === "lesson" ? (
            `${chapter} · ${section}`
          ) : (
            <HighlightedText text={`${text("lesson-search.section")} · ${chapter}`} query={query} />
          )}
        </small>
        {quoted?.excerpt ? (
          <p lang={language} dir={directionOf(language)}>
            <HighlightedText text={quoted.excerpt} query={query} />
          </p>
        ) : null}
      </li>
    );
  };

  return (
    <Dialog title={text("lessons.search")} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles keys of the elements inside */}
      <div ref={root} className={styles.search} onKeyDown={onKeyDown}>
        <SearchField
          label={text("search.label")}
          value={query}
          onChange={setQuery}
          result={result()}
        />
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of a list without bullets */}
        <ul role="list" aria-label={text("lesson-search.results")}>
          {shown.map(row)}
        </ul>
        <ShowMore
          more={shown.length < matches.length || texts.hasMore}
          label={text("lesson-search.more")}
          failure={text("lesson-search.titles-only")}
          entries={() => root.current?.querySelectorAll("li") ?? []}
          onMore={async () => {
            setAsked({ query, most: most + SHOWN_AT_FIRST });
            return shown.length < matches.length || texts.more();
          }}
        />
      </div>
    </Dialog>
  );
};

export default SearchDialog;
