import { type FormEvent, useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import type { App } from "../../../app-context/app.ts";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useService } from "../../../app-context/service.ts";
import { textAddress } from "../../../app-context/staff-links.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import {
  getSourceTexts,
  type SourceText,
  type SourceTexts,
} from "../../../contract/staff-editor.ts";
import { createResource } from "../../../core/create-resource.ts";
import { staffFailures } from "../../../core/failure-messages/staff.ts";
import { foldText } from "../../../domain/search-text.ts";
import {
  type SourceTextPlace,
  sourceTextPath,
  sourceTextPlace,
} from "../../../domain/source-text.ts";
import { textIn } from "../../../domain/translated.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useReads } from "../../../i18n/use-reads.ts";
import { useText } from "../../../i18n/use-text.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import table from "../../../ui/table.module.css";
import { CoursesNote } from "../content-words.tsx";
import styles from "./editor.module.css";

const ERRORS = {
  wrong: "staff-editor.key-wrong",
  taken: "staff-editor.key-taken",
} as const;

const KEY = /^[a-z0-9][a-z0-9_-]{0,79}$/;

/** Opens an empty lesson under a key that is free. It is there once it is saved. */
const NewLesson = ({ texts }: { texts: readonly SourceText[] }) => {
  const text = useText();
  const [, navigate] = useLocation();
  const [key, setKey] = useState("");
  const [error, setError] = useState<keyof typeof ERRORS | null>(null);
  const products = texts.flatMap(({ path }) => {
    const place = sourceTextPlace(path);
    return place?.kind === "course" ? [place.product] : [];
  });
  const [product = products[0] ?? "", setProduct] = useState<string>();
  if (products.length === 0) return null;

  const open = (event: FormEvent) => {
    event.preventDefault();
    const name = key.trim();
    const path = sourceTextPath({ kind: "lesson", product, key: name, language: "" }, "", "");
    if (!KEY.test(name)) setError("wrong");
    else if (texts.some((other) => other.path === path)) setError("taken");
    else navigate(textAddress(path));
  };

  return (
    <form className={styles.new} onSubmit={open} noValidate>
      <h2>{text("staff-editor.new")}</h2>
      <p>{text("staff-editor.new-hint", { file: "course.yaml" })}</p>
      <ChoiceField
        label={text("staff-editor.product")}
        value={product}
        options={products.map((each) => [each, each])}
        onChange={setProduct}
      />
      <Field
        label={text("staff-editor.key")}
        dir="ltr"
        autoCapitalize="none"
        value={key}
        error={error ? text(ERRORS[error]) : undefined}
        onChange={(event) => {
          setKey(event.currentTarget.value);
          setError(null);
        }}
      />
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

const rowsOf = (texts: readonly SourceText[], reads: readonly string[]): Row[] => {
  const [, first] = reads;
  const rows = new Map<string, Row>();
  for (const { path, titles } of texts) {
    const place = sourceTextPlace(path, first);
    if (!place) continue;
    const id = `${place.kind}/${place.product}/${place.key}`;
    const title = textIn(titles, "title", reads).text;
    const row = rows.get(id) ?? { place, name: title || place.key || path, files: [] };
    const files = [...row.files, { path, language: place.language }];
    rows.set(id, { ...row, files });
  }
  return [...rows.values()];
};

/** The school's first language is what others are translated from. */
const mainFile = (files: Row["files"], first: string | undefined): string =>
  (files.find(({ language }) => language === first) ?? files[0])?.path ?? "";

/** The texts of the school and of its products, to be edited. */
export const TextsScreen = () => {
  const resource = useService(createTexts);
  const { value, failure } = useSnapshot(resource.state);
  const text = useText();
  const reads = useReads();
  const [search, setSearch] = useState("");
  useScreenTitle(text("staff-editor.name"));
  useEffect(() => {
    void resource.refresh();
  }, [resource]);

  const texts = value as SourceTexts | null;
  const wanted = foldText(search);
  const rows = rowsOf(texts?.texts ?? [], reads).filter(({ name, place }) =>
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
          <NewLesson texts={texts.texts} />
        </>
      ) : null}
    </>
  );
};

const TextTable = ({ caption, rows }: { caption: string; rows: readonly Row[] }) => {
  const text = useText();
  const [, first] = useReads();
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
              <Link href={textAddress(mainFile(files, first))}>
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
