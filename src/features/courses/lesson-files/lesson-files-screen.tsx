import { useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useSearch } from "wouter";
import type { App } from "../../../app-context/app.ts";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useService } from "../../../app-context/service.ts";
import { STAFF_COURSES, STAFF_TEXTS, textAddress } from "../../../app-context/staff-links.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import type { ContentTree, TreeWords } from "../../../contract/staff-tree.ts";
import { staffFailures } from "../../../core/failure-messages/staff.ts";
import { textIn } from "../../../domain/translated.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { Tape } from "../../../ui/tape.tsx";
import { PICTURES } from "../editor/send-picture.ts";
import { FoundList } from "./found-list.tsx";
import styles from "./lesson-files.module.css";
import { createLessonFiles, makeFailures } from "./lesson-files.ts";

const ACCEPTED = `.docx,.html,.htm,${PICTURES}`;

/** What stands for no chapter in the list of places. */
const NOWHERE = "";

interface Place {
  readonly id: string;
  readonly name: string;
  readonly section: { readonly chapter: string; readonly section: number };
}

const placesOf = (tree: ContentTree, product: string, locale: string): Place[] => {
  const name = (titles: TreeWords, otherwise: string) =>
    textIn(titles, "text", locale).text || otherwise;
  const chapters = tree.products.find(({ key }) => key === product)?.chapters ?? [];
  return chapters.flatMap(({ key, titles, sections }) =>
    sections.map((section, at) => ({
      id: `${key}/${at}`,
      name: `${name(titles, key)} – ${name(section.titles, String(at + 1))}`,
      section: { chapter: key, section: at },
    })),
  );
};

const create = ({ transport, machine }: App) =>
  createLessonFiles(transport.send, machine.randomHex);

/**
 * Makes lessons of Word documents, web pages and pictures. The address may name where they go: `product`, `chapter` and
 * `section`, its position.
 */
const LessonFilesScreen = () => {
  const text = useText();
  const { locale } = useIntl();
  const given = new URLSearchParams(useSearch());
  const hint = useId();
  const folder = useRef<HTMLInputElement>(null);
  const model = useService(create);
  const state = useSnapshot(model.state, { sync: true });
  const { phase, done, total, treeFailure, failure, unread, made } = state;
  const tree = state.tree as ContentTree | null;
  const [product = tree?.products[0]?.key ?? "", setProduct] = useState(
    given.get("product") ?? undefined,
  );
  const asked = given.get("chapter");
  const [chosen, setChosen] = useState(asked ? `${asked}/${given.get("section") ?? 0}` : null);
  useScreenTitle(text("staff-lesson-files.name"));
  useEffect(() => void model.load(), [model]);
  // React has no such attribute.
  useEffect(() => folder.current?.setAttribute("webkitdirectory", ""));

  const places = tree ? placesOf(tree, product, locale) : [];
  const place = places.find(({ id }) => id === chosen) ?? (chosen === NOWHERE ? null : places[0]);
  const wanted = state.found.filter(({ isWanted }) => isWanted).length;
  const isBusy = phase === "reading" || phase === "sending";
  const so = isBusy
    ? text(phase === "reading" ? "staff-lesson-files.reading" : "staff-lesson-files.sending", {
        done: phase === "reading" ? done : Math.round((100 * done) / (total || 1)),
        total,
      })
    : "";
  return (
    <>
      <p>
        <Link href={STAFF_TEXTS}>{text("staff-editor.name")}</Link>
      </p>
      <h1>{text("staff-lesson-files.name")}</h1>
      <FailureNotice
        failure={tree ? null : treeFailure}
        messages={staffFailures}
        onRetry={() => void model.load()}
      />
      {phase === "made" ? (
        <section>
          <p role="status">{text("staff-lesson-files.made", { count: made.length })}</p>
          <ul className={styles.made}>
            {made.map(({ path, title }) => (
              <li key={path}>
                <Link href={textAddress(path)}>
                  <bdi>{title}</bdi>
                </Link>
              </li>
            ))}
          </ul>
          <p className={styles.acts}>
            <Link className="button" href={STAFF_COURSES}>
              {text("staff-editor.to-courses")}
            </Link>
            <Button quiet onClick={model.again}>
              {text("staff-lesson-files.again")}
            </Button>
          </p>
        </section>
      ) : null}
      {tree && phase !== "made" ? (
        <>
          <p>{text("staff-lesson-files.about")}</p>
          <p className={styles.acts}>
            <FileButton
              multiple
              quiet={phase === "found"}
              label={text("staff-lesson-files.choose")}
              accept={ACCEPTED}
              disabled={isBusy}
              describedBy={hint}
              onFiles={(files) => void model.read(files)}
            />
            <FileButton
              multiple
              quiet
              label={text("staff-lesson-files.choose-folder")}
              accept=""
              disabled={isBusy}
              describedBy={hint}
              inputRef={folder}
              onFiles={(files) => void model.read(files)}
            />
          </p>
          <p>
            <small id={hint}>{text("staff-lesson-files.hint")}</small>
          </p>
        </>
      ) : null}
      {isBusy ? (
        <div>
          <Tape value={done} max={total || 1} label={text("staff-lesson-files.name")} text={so} />
          <p role="status">{so}</p>
        </div>
      ) : null}
      {phase === "found" || phase === "sending" ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void model.make({ product, section: place?.section ?? null });
          }}
          noValidate
        >
          <FoundList model={model} unread={unread} />
          {(tree?.products.length ?? 0) > 1 ? (
            <ChoiceField
              label={text("staff-lesson-files.product")}
              value={product}
              options={(tree?.products ?? []).map(({ key, titles }) => [
                key,
                titles.find(({ language }) => language === locale)?.text ?? titles[0]?.text ?? key,
              ])}
              onChange={setProduct}
            />
          ) : null}
          <ChoiceField
            label={text("staff-lesson-files.place")}
            value={place?.id ?? NOWHERE}
            options={[
              ...places.map(({ id, name }) => [id, name] as const),
              [NOWHERE, text("staff-lesson-files.nowhere")] as const,
            ]}
            onChange={setChosen}
          />
          <FailureNotice failure={failure as typeof model.state.failure} messages={makeFailures} />
          <p className={styles.acts}>
            <Button type="submit" disabled={wanted === 0 || isBusy}>
              {text("staff-lesson-files.make", { count: wanted })}
            </Button>
            <Button quiet disabled={isBusy} onClick={model.again}>
              {text("staff-editor.cancel")}
            </Button>
          </p>
        </form>
      ) : null}
    </>
  );
};

export default LessonFilesScreen;
