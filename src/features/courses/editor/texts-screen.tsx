import { type FormEvent, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import type { App } from "../../../app-context/app.ts";
import { draftsOf } from "../../../app-context/drafts.ts";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useService } from "../../../app-context/service.ts";
import { textAddress } from "../../../app-context/staff-links.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import {
  getSourceTexts,
  type SourceText,
  type SourceTexts,
} from "../../../contract/staff-editor.ts";
import { createResource } from "../../../core/create-resource.ts";
import { staffFailures } from "../../../core/failure-messages/staff.ts";
import { FALLBACK_LANGUAGE } from "../../../domain/languages.ts";
import { lessonKey } from "../../../domain/lesson-key.ts";
import { foldText } from "../../../domain/search-text.ts";
import { type SourceTextPlace, sourceTextPlace } from "../../../domain/source-text.ts";
import { fieldIn } from "../../../domain/text-head.ts";
import { textIn } from "../../../domain/translated.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import table from "../../../ui/table.module.css";
import { CoursesNote } from "../content-words.tsx";
import styles from "./editor.module.css";
import { writtenDraft } from "./written-draft.ts";

/** Begins a lesson. It is there once it is saved. */
const NewLesson = ({ texts, languages }: Pick<SourceTexts, "texts" | "languages">) => {
  const app = useApp();
  const text = useText();
  const [, navigate] = useLocation();
  const [title, setTitle] = useState("");
  const [isMain, setIsMain] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const products = texts.flatMap(({ path }) => {
    const place = sourceTextPlace(path);
    return place?.kind === "course" ? [place.product] : [];
  });
  const [product = products[0] ?? "", setProduct] = useState<string>();
  if (products.length === 0) return null;
  const [language = FALLBACK_LANGUAGE] = languages;

  const open = (event: FormEvent) => {
    event.preventDefault();
    const words = title.trim().replaceAll(/\s+/g, " ");
    setIsMissing(words === "");
    if (words === "") return;
    const places = texts.map(({ path }) => sourceTextPlace(path));
    const taken = places.flatMap((place) =>
      place?.kind === "lesson" && place.product === product ? [place.key] : [],
    );
    const key = lessonKey(words, isMain, new Set(taken));
    const path = `${product}/lessons/${key}.md`;
    writtenDraft(draftsOf(app), path).write({
      fields: { [fieldIn("title", language)]: words, type: "text" },
      text: `# ${words}\n\n`,
      replaces: null,
      isWanted: false,
    });
    navigate(textAddress(path));
  };

  return (
    <form className={styles.new} onSubmit={open} noValidate>
      <h2>{text("staff-editor.new")}</h2>
      {products.length > 1 ? (
        <ChoiceField
          label={text("staff-editor.product")}
          value={product}
          options={products.map((each) => [each, each])}
          onChange={setProduct}
        />
      ) : null}
      <Field
        label={text("staff-editor.new-title", { language: nameOfLanguage(language) })}
        dir="auto"
        lang={language}
        value={title}
        error={isMissing ? text("staff-editor.entry-missing") : undefined}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isMain}
          onChange={(event) => setIsMain(event.currentTarget.checked)}
        />
        {text("staff-editor.new-main")}
      </label>
      <Button type="submit" quiet>
        {text("staff-editor.new-open")}
      </Button>
    </form>
  );
};

const createTexts = ({ transport: { send } }: App) =>
  createResource<SourceTexts, CallFailure>({ fetch: () => send(getSourceTexts) });

/** The files of one text: one for each language, or one for all. */
interface Row {
  readonly place: SourceTextPlace;
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly language: string }[];
}

const rowsOf = (texts: readonly SourceText[], locale: string): Row[] => {
  const rows = new Map<string, Row>();
  for (const { path, titles } of texts) {
    const place = sourceTextPlace(path);
    // Terms and questions have forms, which lead to their file where it cannot be read.
    if (!place || place.kind === "glossary" || place.kind === "faq") continue;
    const id = `${place.kind}/${place.product}/${place.key}`;
    const title = textIn(titles, "title", locale).text;
    const row = rows.get(id) ?? { place, name: title || place.key || path, files: [] };
    const files = [...row.files, { path, language: place.language }];
    rows.set(id, { ...row, files });
  }
  return [...rows.values()];
};

/** English is what other languages are translated from. */
const mainFile = (files: Row["files"]): string =>
  (files.find(({ language }) => language === "en") ?? files[0])?.path ?? "";

/** The texts of the school and of its products, to be edited. */
export const TextsScreen = () => {
  const resource = useService(createTexts);
  const { value, failure } = useSnapshot(resource.state);
  const text = useText();
  const { locale } = useIntl();
  const [search, setSearch] = useState("");
  useScreenTitle(text("staff-editor.name"));
  useEffect(() => {
    void resource.refresh();
  }, [resource]);

  const texts = value as SourceTexts | null;
  const wanted = foldText(search);
  const rows = rowsOf(texts?.texts ?? [], locale).filter(({ name, place }) =>
    foldText(`${name} ${place.key}`).includes(wanted),
  );
  const products = [...new Set(rows.map(({ place }) => place.product))].sort();
  return (
    <>
      <h1>{text("staff-editor.name")}</h1>
      <FailureNotice
        failure={texts ? null : failure}
        messages={staffFailures}
        onRetry={() => void resource.refresh()}
      />
      {texts && !texts.source ? <CoursesNote>{text("staff-editor.no-source")}</CoursesNote> : null}
      {texts?.draft ? (
        <CoursesNote className={styles.notice}>{text("staff-editor.unpublished")}</CoursesNote>
      ) : null}
      {texts?.source ? (
        <>
          <SearchField
            label={text("staff-editor.search")}
            value={search}
            onChange={setSearch}
            result={search !== "" && rows.length === 0 ? text("staff-editor.none") : ""}
          />
          {products.map((product) => (
            <TextTable
              key={product}
              caption={product || text("staff-editor.school-texts")}
              rows={rows.filter(({ place }) => place.product === product)}
            />
          ))}
          <NewLesson texts={texts.texts} languages={texts.languages} />
        </>
      ) : null}
    </>
  );
};

const TextTable = ({ caption, rows }: { caption: string; rows: readonly Row[] }) => {
  const text = useText();
  return (
    <table className={table.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text("staff-editor.column-text")}</th>
          <th scope="col">{text("staff-editor.column-languages")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, name, files }) => (
          <tr key={`${place.kind}/${place.key}`}>
            <th scope="row">
              <Link href={textAddress(mainFile(files))}>
                <bdi>{name}</bdi>
              </Link>
            </th>
            <td>
              <span className={styles.languages}>
                {files.map(({ path, language }) =>
                  language === "" ? null : (
                    <Link key={path} href={textAddress(path)} lang={language}>
                      {nameOfLanguage(language)}
                    </Link>
                  ),
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
