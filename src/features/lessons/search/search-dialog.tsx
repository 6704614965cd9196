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

interface Shown {
  entry: TitleMatch;
  page: number;
  excerpt: string;
  language: string;
}

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
  const shown: Shown[] = matches.slice(0, most).map((entry) => {
    const quoted = entry.kind === "lesson" ? excerpts.get(entry.key) : undefined;
    return {
      entry,
      page: quoted?.page ?? 1,
      excerpt: quoted?.excerpt ?? "",
      language: quoted?.language ?? locale,
    };
  });

  const result = () => {
    if (!query.trim()) return text("lesson-search.hint");
    if (texts.failed) return text("lesson-search.titles-only");
    if (shown.length > 0) return text("search.found", { count: shown.length });
    if (texts.waiting) return text("lesson-search.searching");
    return `${text("search.nothing", { query })} ${text("search.nothing-hint")}`;
  };

  const menusOf = ({ place: { menu1, menu2 } }: TitleMatch) => {
    const chapter = selection.menus[menu1 - 1];
    const section = chapter?.menu2[menu2 - 1];
    return {
      chapter: chapter ? translated(chapter, "title", reads) : "",
      section: section ? translated(section, "title", reads) : "",
    };
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
  const row = ({ entry, page, excerpt, language }: Shown) => {
    const { chapter, section } = menusOf(entry);
    const title = entry.kind === "lesson" ? titleIn(entry.lesson.title, reads) : section;
    const address =
      entry.kind === "lesson"
        ? lessonPath(productKey, courseKey, entry.key, page)
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
        {excerpt ? (
          <p lang={language} dir={directionOf(language)}>
            <HighlightedText text={excerpt} query={query} />
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
