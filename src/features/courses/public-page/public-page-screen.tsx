import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link, useSearchParams } from "wouter";
import {
  createFolderForm,
  FolderFormSection,
  useFolderForm,
} from "../../../app-context/folder-form.tsx";
import { STAFF_COURSES } from "../../../app-context/staff-links.ts";
import { type Texts, TypedFormEnd } from "../../../app-context/typed-form.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import { useScreenTitle } from "../../../app-context/use-screen-title.ts";
import {
  getPublicPage,
  PUBLIC_TEXTS,
  type PublicPageForm,
  putPublicPage,
} from "../../../contract/staff-forms.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { CheckField } from "../../../ui/check-field.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { FileField } from "../editor/file-field.tsx";
import { PICTURES } from "../editor/send-picture.ts";
import { ShownPicture } from "../editor/shown-picture.tsx";
import styles from "./public-page.module.css";

/** The page that a course shows to everybody, as it is in the draft. */
const usePublicPage = (product: string, course: string) => {
  const app = useApp();
  const { send } = app.transport;
  const [form] = useState(() =>
    createFolderForm(app, {
      fetch: () => send(getPublicPage, { query: { product, course } }),
      put: (change) => send(putPublicPage, { body: { product, course, ...change } }),
    }),
  );
  return form;
};

/** Whether the page is shown: if nothing says so, it is as soon as it has anything. */
const isPageShown = (fields: Texts): boolean =>
  fields.shown ? fields.shown === "true" : Object.values(fields).some(Boolean);

type Enrolling = "none" | "mail" | "address";

const enrollingOf = ({ enrol = "" }: Texts): Enrolling => {
  if (enrol === "" || enrol === "mail") return enrol || "none";
  return "address";
};

/** An address as it must be, or nothing yet. */
const isShopAddress = (text: string): boolean =>
  /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);

/** The fields that have a text in some language and none in the school's own one, which stands in for the others. */
const missingTexts = (fields: Texts, [own = "en"]: readonly string[]): string[] =>
  PUBLIC_TEXTS.filter(
    (name) =>
      !fields[`${name}/${own}`]?.trim() &&
      Object.entries(fields).some(([key, value]) => key.startsWith(`${name}/`) && value.trim()),
  ).map((name) => `${name}/${own}`);

const ROWS = { description: 6, teachers: 2, price: 1 } as const;

interface PageFormProps {
  form: ReturnType<typeof usePublicPage>;
  page: PublicPageForm;
  product: string;
}

const PageForm = ({ form, page, product }: PageFormProps) => {
  const text = useText();
  const { locale, formatNumber } = useIntl();
  const id = useId();
  const { languages } = page;
  const [language, setLanguage] = useState(
    () => languages.find((each) => each === locale) ?? languages[0] ?? "en",
  );
  /** Chosen before an address is typed. */
  const [enrolling, setEnrolling] = useState<Enrolling | null>(null);
  const typed = useFolderForm(form, page, (fields) => {
    const missing = missingTexts(fields, languages);
    if (missing.length > 0) setLanguage(languages[0] ?? "en");
    const own = nameOfLanguage(languages[0] ?? "en");
    const how = enrolling ?? enrollingOf(fields);
    return {
      ...Object.fromEntries(
        missing.map((name) => [name, text("staff-public.first", { language: own })]),
      ),
      ...(how === "address" &&
        !isShopAddress(fields.enrol?.trim() ?? "") && {
          enrol: text("staff-school.rule-address", { example: "https://shop.example" }),
        }),
    };
  });
  const { value, type } = typed;
  const how = enrolling ?? enrollingOf(typed.fields);
  const nameOf = (key: string, at: number): string => {
    const titles = page.lessons[at]?.titles ?? [];
    const title =
      titles.find((each) => each.language === locale) ??
      titles.find((each) => each.language === languages[0]) ??
      titles[0];
    // One that was never published has no title here.
    return title?.title || text("staff-public.lesson", { number: formatNumber(at + 1), key });
  };
  const shown = new Set([
    ...["picture", "free_lesson", "enrol", "shown"],
    ...PUBLIC_TEXTS.map((name) => `${name}/${language}`),
  ]);
  const choose = (next: Enrolling) => {
    setEnrolling(next);
    if (next !== "address") type("enrol", next === "mail" ? "mail" : "");
    else if (enrollingOf(typed.fields) !== "address") type("enrol", "");
  };

  return (
    <form ref={typed.ref} className="sheet" onSubmit={typed.onSubmit} noValidate>
      <CheckField
        className={styles.choice}
        checked={isPageShown(typed.fields)}
        onChange={(isShown) => type("shown", String(isShown))}
      >
        {text("staff-public.shown")}
      </CheckField>
      {languages.length > 1 ? (
        <ChoiceField
          label={text("staff-public.language")}
          value={language}
          options={languages.map((each) => [each, nameOfLanguage(each)])}
          onChange={setLanguage}
        />
      ) : null}
      {PUBLIC_TEXTS.map((name) => {
        const field = `${name}/${language}`;
        return (
          <div key={name}>
            <TextArea
              label={text(`staff-public.${name}`)}
              rows={ROWS[name]}
              lang={language}
              maxLength={10_000}
              value={value(field)}
              error={typed.error(field)}
              onChange={(words) => type(field, words)}
            />
            {typed.savedNow(field) ? <p className={styles.soft}>{typed.savedNow(field)}</p> : null}
          </div>
        );
      })}
      <FileField
        {...{ product, folder: "assets", accept: PICTURES, value: value("picture") }}
        label={text("staff-public.picture")}
        note={text("staff-public.picture-note")}
        errors={[typed.error("picture") ?? ""].filter(Boolean)}
        onValue={(name) => type("picture", name)}
      >
        <ShownPicture product={product} name={value("picture")} />
      </FileField>
      <ChoiceField
        label={text("staff-public.free")}
        value={value("free_lesson")}
        error={typed.error("free_lesson")}
        options={[
          ["", text("staff-public.free-none")],
          ...page.lessons.map(({ key }, at) => [key, nameOf(key, at)] as const),
        ]}
        onChange={(key) => type("free_lesson", key)}
      />
      <fieldset className={styles.group}>
        <legend>{text("staff-public.enrol")}</legend>
        {(["none", "mail", "address"] as const).map((each) => (
          <label key={each} className={styles.choice}>
            <input type="radio" name={id} checked={how === each} onChange={() => choose(each)} />
            {text(`staff-public.enrol-${each}`)}
          </label>
        ))}
        {how === "mail" && !page.has_mail ? (
          <p className={styles.soft}>{text("staff-public.no-mail")}</p>
        ) : null}
        {how === "address" ? (
          <Field
            label={text("staff-public.address")}
            dir="ltr"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            value={value("enrol")}
            error={typed.error("enrol")}
            onChange={(event) => type("enrol", event.currentTarget.value)}
          />
        ) : null}
      </fieldset>
      <TypedFormEnd form={typed} isShown={(field) => shown.has(field)} />
    </form>
  );
};

interface PublicPageProps {
  product: string;
  course: string;
}

const PublicPage = ({ product, course }: PublicPageProps) => {
  const text = useText();
  const form = usePublicPage(product, course);
  const { value: page } = useSnapshot(form.state);
  return (
    <>
      <p>
        <Link href={STAFF_COURSES}>{text("desk.courses")}</Link>
      </p>
      <p>{text("staff-public.note")}</p>
      {page?.path ? (
        <p>
          <a href={page.path} target="_blank" rel="noopener">
            {text("staff-public.see")}
          </a>
        </p>
      ) : null}
      <FolderFormSection form={form}>
        {({ sent }) => <PageForm form={form} page={sent} product={product} />}
      </FolderFormSection>
    </>
  );
};

/** The page that a course shows to everybody. Its address names the course. */
const PublicPageScreen = () => {
  const text = useText();
  const [search] = useSearchParams();
  const product = search.get("product") ?? "";
  const course = search.get("course") ?? "";
  const title = search.get("title");
  useScreenTitle(text("staff-public.name"));
  return (
    <>
      <h1>
        {text("staff-public.name")}
        {title ? " · " : null}
        <bdi>{title}</bdi>
      </h1>
      <PublicPage key={`${product} ${course}`} product={product} course={course} />
    </>
  );
};

export default PublicPageScreen;
