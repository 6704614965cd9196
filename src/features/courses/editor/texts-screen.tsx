import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { App } from "../../../app-context/app.ts";
import { LoadFailure } from "../../../app-context/load-failure.tsx";
import { useService } from "../../../app-context/service.ts";
import { type StaffFailure, staffFailureOf } from "../../../app-context/staff-failure.ts";
import { STAFF_COURSES, textAddress } from "../../../app-context/staff-links.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import { getSourceTexts, type SourceText } from "../../../contract/staff-editor.ts";
import { createResource } from "../../../core/create-resource.ts";
import { foldText } from "../../../domain/search-text.ts";
import { type SourceTextPlace, sourceTextPlace } from "../../../domain/source-text.ts";
import { textIn } from "../../../domain/translated.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Result } from "../../../lib/result.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import table from "../../../ui/table.module.css";
import styles from "./editor.module.css";
import { NewLesson } from "./new-lesson.tsx";

interface Texts {
  readonly source: boolean;
  readonly draft: boolean;
  readonly languages: readonly string[];
  readonly texts: readonly SourceText[];
}

const createTexts = ({ transport }: App) =>
  createResource<Texts, StaffFailure>({
    async fetch() {
      const answer = await transport.send(getSourceTexts);
      return answer.ok ? Result.ok(answer.value) : Result.fail(staffFailureOf(answer.failure));
    },
  });

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
    if (!place) continue;
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

  const texts = value as Texts | null;
  const wanted = foldText(search);
  const rows = rowsOf(texts?.texts ?? [], locale).filter(({ name, place }) =>
    foldText(`${name} ${place.key}`).includes(wanted),
  );
  const products = [...new Set(rows.map(({ place }) => place.product))].sort();
  return (
    <>
      <h1>{text("staff-editor.name")}</h1>
      <LoadFailure failure={texts ? null : failure} onRetry={() => void resource.refresh()} />
      {texts && !texts.source ? (
        <p>
          {text("staff-editor.no-source")}{" "}
          <Link href={STAFF_COURSES}>{text("staff-editor.to-courses")}</Link>
        </p>
      ) : null}
      {texts?.draft ? (
        <p className={styles.notice}>
          {text("staff-editor.unpublished")}{" "}
          <Link href={STAFF_COURSES}>{text("staff-editor.to-courses")}</Link>
        </p>
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
