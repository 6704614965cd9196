import { type FormEvent, useState } from "react";
import { useIntl } from "react-intl";
import type { ContentTree } from "../../../contract/staff-tree.ts";
import { isLanguage, LANGUAGES } from "../../../domain/languages.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckList } from "../../../ui/check-field.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { NotChanged } from "./form-dialog.tsx";
import styles from "./tree.module.css";
import { MAX_TITLE, type TreeService } from "./tree-service.ts";

const BEGINNINGS = ["empty", "examples"] as const;

/** The first course of a school that has no content yet, and the languages of the school. */
export const BeginForm = ({ tree, service }: { tree: ContentTree; service: TreeService }) => {
  const text = useText();
  const { locale } = useIntl();
  const [title, setTitle] = useState("");
  const [chapter, setChapter] = useState("");
  const [organisation, setOrganisation] = useState("");
  const [main, setMain] = useState<string>(isLanguage(locale) ? locale : LANGUAGES[0]);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [from, setFrom] = useState<(typeof BEGINNINGS)[number]>("empty");
  const [isTried, setTried] = useState(false);
  const missing = (value: string) =>
    isTried && value.trim() === "" ? text("staff-tree.title-missing") : undefined;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const needsName = tree.organisation === "";
    if (title.trim() === "" || (needsName && organisation.trim() === "")) return;
    const languages = [main, ...others.filter((each) => each !== main)];
    await service.begin({
      organisation: organisation.trim(),
      languages,
      title: title.trim(),
      chapter: chapter.trim(),
      from,
    });
  };
  return (
    <form className="sheet" noValidate onSubmit={(event) => void send(event)}>
      <h2>{text("staff-tree.begin")}</h2>
      <p>{text("staff-tree.begin-hint")}</p>
      {tree.organisation === "" ? (
        <Field
          label={text("staff-tree.school-name")}
          dir="auto"
          autoComplete="organization"
          maxLength={100}
          value={organisation}
          error={missing(organisation)}
          onChange={(event) => setOrganisation(event.currentTarget.value)}
        />
      ) : null}
      <Field
        label={text("staff-tree.first-course")}
        dir="auto"
        autoComplete="off"
        maxLength={MAX_TITLE}
        value={title}
        error={missing(title)}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {from === "empty" ? (
        <Field
          label={text("staff-tree.first-chapter")}
          dir="auto"
          autoComplete="off"
          maxLength={MAX_TITLE}
          value={chapter}
          onChange={(event) => setChapter(event.currentTarget.value)}
        />
      ) : null}
      <ChoiceField
        label={text("staff-tree.main-language")}
        value={main}
        options={LANGUAGES.map((each) => [each, nameOfLanguage(each)] as const)}
        onChange={setMain}
      />
      <CheckList
        legend={text("staff-tree.other-languages")}
        className={styles.checks}
        options={LANGUAGES.filter((each) => each !== main).map((each) => ({
          ...{ value: each, name: nameOfLanguage(each), lang: each },
        }))}
        chosen={others}
        onChange={setOthers}
      />
      <ChoiceField
        label={text("staff-tree.begin-with")}
        value={from}
        options={BEGINNINGS.map((each) => [each, text(`staff-tree.begin-${each}`)] as const)}
        onChange={setFrom}
      />
      <NotChanged />
      <Button type="submit">{text("staff-tree.begin-act")}</Button>
    </form>
  );
};
