import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { FolderFormSection, useFolderForm } from "../../app-context/folder-form.tsx";
import { TypedFormEnd } from "../../app-context/typed-form.tsx";
import { MAILS, type MailName, SIGNATURE_PLACEHOLDERS } from "../../domain/mail-placeholders.ts";
import { FILM_SITE_NAMES, FILM_SITES } from "../../domain/outside-film.ts";
import { SCHOOL_PAGES } from "../../domain/school-page.ts";
import { WEEK_STARTS } from "../../domain/week-start.ts";
import { nameOfLanguage } from "../../i18n/languages.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/check-field.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./school.module.css";
import { type SentTexts, type TextsForm, useSchoolTexts } from "./texts.ts";

interface LanguageChoiceProps {
  languages: readonly string[];
  value: string;
  onChange: (language: string) => void;
}

const LanguageChoice = ({ languages, value, onChange }: LanguageChoiceProps) => {
  const text = useText();
  return (
    <ChoiceField
      label={text("staff-public.language")}
      value={value}
      options={languages.map((each) => [each, nameOfLanguage(each)])}
      onChange={onChange}
    />
  );
};

const PLACEHOLDERS = [
  "name",
  "username",
  "link",
  "minutes",
  "days",
  "school",
  "subject",
  "news",
  "change",
] as const;

type Placeholder = (typeof PLACEHOLDERS)[number];

const isPlaceholder = (name: string): name is Placeholder =>
  PLACEHOLDERS.some((each) => each === name);

interface WordsProps {
  label: string;
  name: string;
  rows: number;
  lang: string;
  typed: ReturnType<typeof useFolderForm>;
  placeholders: readonly Placeholder[];
}

/** A text, and buttons that put into it what the school fills in, such as a name. */
const Words = ({ label, name, rows, lang, typed, placeholders }: WordsProps) => {
  const text = useText();
  const ref = useRef<HTMLDivElement>(null);
  const put = (placeholder: string) => {
    const area = ref.current?.querySelector("textarea");
    const words = typed.value(name);
    const { selectionStart: from = words.length, selectionEnd: to = words.length } = area ?? {};
    const added = `{${placeholder}}`;
    typed.type(name, words.slice(0, from) + added + words.slice(to));
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + added.length, from + added.length);
    });
  };
  return (
    <div ref={ref}>
      <TextArea
        label={label}
        rows={rows}
        lang={lang}
        value={typed.value(name)}
        error={typed.error(name)}
        onChange={(words) => typed.type(name, words)}
      />
      {typed.savedNow(name) ? <p className={styles.soft}>{typed.savedNow(name)}</p> : null}
      <div className={styles.acts}>
        <span className={styles.soft}>{text("staff-school.places")}</span>
        {placeholders.map((placeholder) => (
          <Button key={placeholder} quiet onClick={() => put(placeholder)}>
            {text(`staff-school.place-${placeholder}`)}
          </Button>
        ))}
      </div>
    </div>
  );
};

const MAIL_NAMES = {
  "password-reset": "staff-school.mail-reset",
  invitation: "staff-school.mail-invitation",
  news: "staff-school.mail-news",
  signature: "staff-school.mail-signature",
} as const;

type MailChoice = MailName | "signature";

const MailsForm = ({ form, sent }: { form: TextsForm; sent: SentTexts }) => {
  const text = useText();
  const typed = useFolderForm(form, sent);
  const [mail, setMail] = useState<MailChoice>("invitation");
  const [language, setLanguage] = useState(sent.languages[0] ?? "en");
  const field = `${mail}/${language}`;
  const parts = mail === "signature" ? [field] : [`${field}/subject`, `${field}/text`];
  const isOwn = parts.some((name) => typed.value(name) !== "");
  const usual = Object.fromEntries(sent.usual.map(({ name, value }) => [name, value]));
  /** A text with the names of what the school fills in. */
  const named = (words = "") =>
    words.split(/\{(\w+)\}/).map((part, at) =>
      at % 2 === 1 && isPlaceholder(part) ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else that names them
        <mark key={at}>{text(`staff-school.place-${part}`)}</mark>
      ) : (
        part
      ),
    );
  const wordsOf = (name: MailChoice) => typed.problems.some(({ field }) => field.startsWith(name));

  return (
    <form ref={typed.ref} className={styles.form} onSubmit={typed.onSubmit}>
      <div className={styles.fields}>
        <ChoiceField
          label={text("staff-school.mail-which")}
          value={mail}
          options={(Object.keys(MAIL_NAMES) as MailChoice[]).map((name) => [
            name,
            `${text(MAIL_NAMES[name])}${wordsOf(name) ? " ⚠" : ""}`,
          ])}
          onChange={setMail}
        />
        <LanguageChoice languages={sent.languages} value={language} onChange={setLanguage} />
      </div>
      {mail === "signature" || isOwn ? null : (
        <>
          <p>{text("staff-school.mail-usual")}</p>
          <blockquote lang={language} dir="auto" className={styles.usual}>
            <strong>{named(usual[`${field}/subject`])}</strong>
            {"\n\n"}
            {named(usual[`${field}/text`])}
          </blockquote>
          <Button
            quiet
            onClick={() => {
              for (const name of parts) typed.type(name, usual[name] ?? "");
            }}
          >
            {text("staff-school.mail-own")}
          </Button>
        </>
      )}
      {mail === "signature" ? (
        <Words
          label={text("staff-school.mail-signature")}
          name={field}
          rows={3}
          lang={language}
          typed={typed}
          placeholders={SIGNATURE_PLACEHOLDERS}
        />
      ) : null}
      {mail !== "signature" && isOwn ? (
        <>
          <Words
            label={text("staff-school.mail-subject")}
            name={`${field}/subject`}
            rows={1}
            lang={language}
            typed={typed}
            placeholders={MAILS[mail].subject}
          />
          <Words
            label={text("staff-school.mail-text")}
            name={`${field}/text`}
            rows={10}
            lang={language}
            typed={typed}
            placeholders={MAILS[mail].text}
          />
          <p>
            <Button
              quiet
              onClick={() => {
                for (const name of parts) typed.type(name, "");
              }}
            >
              {text("staff-school.mail-back")}
            </Button>
          </p>
        </>
      ) : null}
      <TypedFormEnd form={typed} isShown={(field) => parts.includes(field)} />
    </form>
  );
};

/** The wording of the school's mails, language by language. */
export const MailWordsSection = () => (
  <FolderFormSection form={useSchoolTexts().mails}>
    {(props) => <MailsForm {...props} />}
  </FolderFormSection>
);

const PagesForm = ({ form, sent }: { form: TextsForm; sent: SentTexts }) => {
  const text = useText();
  const typed = useFolderForm(form, sent);
  const [language, setLanguage] = useState(sent.languages[0] ?? "en");
  return (
    <form ref={typed.ref} className={styles.form} onSubmit={typed.onSubmit}>
      <p>{text("staff-school.pages-note")}</p>
      <LanguageChoice languages={sent.languages} value={language} onChange={setLanguage} />
      {SCHOOL_PAGES.map((page) => {
        const name = `${page}/${language}`;
        return (
          <div key={page}>
            <TextArea
              label={text(`staff-school.page-${page}`)}
              rows={8}
              lang={language}
              value={typed.value(name)}
              error={typed.error(name)}
              onChange={(words) => typed.type(name, words)}
            />
            {typed.savedNow(name) ? <p className={styles.soft}>{typed.savedNow(name)}</p> : null}
          </div>
        );
      })}
      <TypedFormEnd
        form={typed}
        isShown={(field) => SCHOOL_PAGES.some((page) => field === `${page}/${language}`)}
      />
    </form>
  );
};

/** The pages about the school that everybody may read. */
export const PagesSection = () => (
  <FolderFormSection form={useSchoolTexts().pages}>
    {(props) => <PagesForm {...props} />}
  </FolderFormSection>
);

interface YesNoProps {
  typed: ReturnType<typeof useFolderForm>;
  name: string;
  /** What it is where the file does not say it. */
  usual: boolean;
  label: string;
}

const YesNo = ({ typed, name, usual, label }: YesNoProps) => (
  <div className={styles.choice}>
    <CheckField
      checked={(typed.value(name) || String(usual)) === "true"}
      onChange={(isOn) => typed.type(name, String(isOn))}
    >
      {label}
    </CheckField>
    {typed.error(name) ? <p role="alert">{typed.error(name)}</p> : null}
  </div>
);

const AnswersForm = ({ form, sent }: { form: TextsForm; sent: SentTexts }) => {
  const text = useText();
  const typed = useFolderForm(form, sent);
  return (
    <form ref={typed.ref} className={styles.form} onSubmit={typed.onSubmit}>
      <ChoiceField
        label={text("staff-school.talk")}
        value={typed.value("tutor_talk") || "here"}
        options={[
          ["here", text("staff-school.talk-here")],
          ["mail", text("staff-school.talk-mail")],
        ]}
        onChange={(value) => typed.type("tutor_talk", value)}
      />
      <YesNo typed={typed} name="voice_answers" usual label={text("staff-school.voice")} />
      <TypedFormEnd form={typed} isShown={() => false} />
    </form>
  );
};

/** How tutors answer students. */
export const AnswersSection = () => (
  <FolderFormSection form={useSchoolTexts().answers}>
    {(props) => <AnswersForm {...props} />}
  </FolderFormSection>
);

const OutsideForm = ({ form, sent }: { form: TextsForm; sent: SentTexts }) => {
  const text = useText();
  const typed = useFolderForm(form, sent);
  const { formatDate } = useIntl();
  const dayName = (day: number) => formatDate(`2024-01-0${day}`, { weekday: "long" });
  const isShown = (field: string) => /^outside_|(download_available|week_start)$/.test(field);
  return (
    <form ref={typed.ref} className={styles.form} onSubmit={typed.onSubmit}>
      <p>{text("staff-school.outside-note")}</p>
      <YesNo
        typed={typed}
        name="outside_links"
        usual={false}
        label={text("staff-school.outside-links")}
      />
      {FILM_SITES.map((site) => (
        <YesNo
          key={site}
          typed={typed}
          name={`outside_films/${site}`}
          usual={false}
          label={text("staff-school.outside-films", { site: FILM_SITE_NAMES[site] })}
        />
      ))}
      <YesNo
        typed={typed}
        name="organisation/download_available"
        usual={false}
        label={text("staff-school.downloads")}
      />
      <ChoiceField
        label={text("staff-school.week-start")}
        value={typed.value("organisation/week_start")}
        error={typed.error("organisation/week_start")}
        options={[
          ["", text("staff-school.week-own")],
          ...Object.entries(WEEK_STARTS).map(([name, day]) => [name, dayName(day)] as const),
        ]}
        onChange={(value) => typed.type("organisation/week_start", value)}
      />
      <TypedFormEnd form={typed} isShown={isShown} />
    </form>
  );
};

/** What lessons may lead to outside of the school, the desktop app, and the week. */
export const OutsideSection = () => (
  <FolderFormSection form={useSchoolTexts().outside}>
    {(props) => <OutsideForm {...props} />}
  </FolderFormSection>
);
