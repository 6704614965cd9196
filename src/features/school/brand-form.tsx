import { useId, useState } from "react";
import { Link } from "wouter";
import { FolderFormSection, useFolderForm } from "../../app-context/folder-form.tsx";
import { textAddress } from "../../app-context/staff-links.ts";
import { TypedFormEnd } from "../../app-context/typed-form.tsx";
import type { BrandField, BrandPictureName, SentBrand } from "../../contract/staff-brand.ts";
import { LANGUAGES } from "../../domain/languages.ts";
import { nameOfLanguage } from "../../i18n/languages.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { HEX_COLOUR } from "../../lib/hex-colour.ts";
import { Button } from "../../ui/button.tsx";
import { CheckList } from "../../ui/check-field.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { Field } from "../../ui/field.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import { useLanguageName } from "../courses/public.ts";
import { BRAND_GROUPS, canBePicture, FIELD_OF, isKnownZone, useBrand } from "./brand.ts";
import { BrandSample } from "./brand-sample.tsx";
import styles from "./school.module.css";

/** The colour of the app itself, which a school without one has. */
const OWN_COLOUR = "#1f5f8b";

const BRAND_ACCEPT = "image/png,image/jpeg,image/svg+xml";

type Pictures = Readonly<Partial<Record<BrandPictureName, File | "none">>>;

/** The address of a picture as it would be saved; empty if there is none. */
const useShownPicture = (saved: string, chosen: File | "none" | undefined): string => {
  const address = useObjectUrl(chosen instanceof File ? chosen : null);
  return chosen === "none" ? "" : (address ?? saved);
};

const PICTURES = {
  logo: ["staff-school.brand-logo", "staff-school.brand-logo-note"],
  logo_dark: ["staff-school.brand-logo-on-dark", "staff-school.brand-dark-note"],
  favicon: ["staff-school.brand-icon", "staff-school.brand-icon-note"],
} as const satisfies Record<BrandPictureName, readonly [MessageId, MessageId]>;

interface PictureFieldProps {
  name: BrandPictureName;
  /** The address of what is shown; empty: there is none. */
  shown: string;
  disabled: boolean;
  onChoose: (picture: File | "none") => void;
}

/** A picture of the brand: shown, chosen, and taken out where the school can do without. */
const PictureField = ({ name, shown, disabled, onChoose }: PictureFieldProps) => {
  const text = useText();
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  const [label, note] = PICTURES[name];
  return (
    <fieldset className={styles.group}>
      <legend>{text(label)}</legend>
      <div className={styles.acts}>
        {shown ? (
          <img
            className={name === "logo_dark" ? `${styles.logo} ${styles.onDark}` : styles.logo}
            src={shown}
            alt={text(label)}
          />
        ) : null}
        <FileButton
          label={text("staff-public.choose-picture")}
          accept={name === "favicon" ? "image/png,image/svg+xml" : BRAND_ACCEPT}
          quiet
          disabled={disabled}
          describedBy={id}
          onFiles={([file]) => {
            const isGood = file !== undefined && canBePicture(name, file);
            setWrong(!isGood);
            if (isGood) onChoose(file);
          }}
        />
        {shown && name !== "logo" ? (
          <Button quiet onClick={() => onChoose("none")}>
            {text("staff-public.remove-picture")}
          </Button>
        ) : null}
        <span id={id} className={styles.soft}>
          {text(note)}
        </span>
      </div>
      <p role="alert" className={styles.word}>
        {isWrong ? text("staff-school.brand-picture-wrong") : ""}
      </p>
    </fieldset>
  );
};

interface LanguagesFieldProps {
  /** The first one is that of the school. */
  saved: readonly string[];
  spoken: readonly string[];
  onChange: (languages: readonly string[]) => void;
}

/** The languages of the content, and which of them comes first. */
const LanguagesField = ({ saved, spoken, onChange }: LanguagesFieldProps) => {
  const text = useText();
  const languageName = useLanguageName();
  const [[before = ""], [first = ""]] = [saved, spoken];
  return (
    <>
      <CheckList
        legend={text("staff-school.brand-languages")}
        className={styles.choice}
        options={LANGUAGES.map((language) => ({
          ...{ value: language, name: nameOfLanguage(language), lang: language },
          disabled: language === first,
        }))}
        chosen={spoken}
        onChange={onChange}
      />
      <ChoiceField
        label={text("staff-school.brand-first")}
        value={first}
        options={spoken.map((language) => [language, nameOfLanguage(language)])}
        onChange={(language) => onChange([...new Set([language, ...spoken])])}
      />
      <p className={styles.soft} role="status">
        {first === before
          ? text("staff-school.brand-first-note")
          : text("staff-school.brand-first-changes", {
              ...{ language: languageName(first), before: languageName(before) },
            })}
      </p>
    </>
  );
};

/**
 * The form with the sample of it. What somebody has typed stays when others save the same file: then the fields
 * show both.
 */
const BrandForm = ({ brand }: { brand: SentBrand }) => {
  const text = useText();
  const service = useBrand();
  const id = useId();
  const [languages, setLanguages] = useState<readonly string[] | null>(null);
  const [pictures, setPictures] = useState<Pictures>({});
  const zone = brand.fields.find(({ name }) => name === "time_zone")?.value;
  const wrongIn = ({ accent = "", time_zone = "" }: Readonly<Record<string, string>>) => ({
    ...(accent.trim() !== "" &&
      !HEX_COLOUR.test(accent.trim()) && { accent: text("staff-school.brand-accent-wrong") }),
    ...(time_zone !== zone &&
      !isKnownZone(time_zone.trim()) && { time_zone: text("staff-school.brand-zone-wrong") }),
  });
  const save: typeof service.save = async (change) => {
    const result = await service.save({ ...change, languages, pictures });
    // What was changed while it was being saved stays.
    if (result.kind === "saved") {
      setLanguages((later) => (later === languages ? null : later));
      setPictures((later) => (later === pictures ? {} : later));
    }
    return result;
  };
  const form = useFolderForm({ save }, brand, wrongIn);
  const wrong: Readonly<Record<string, string>> = wrongIn(form.fields);
  const spoken = languages ?? brand.languages;
  const accent = form.value("accent").trim();
  const isColour = HEX_COLOUR.test(accent);
  const logo = useShownPicture(brand.logo, pictures.logo);
  const dark = useShownPicture(brand.logo_dark, pictures.logo_dark);
  const icon = useShownPicture(brand.favicon, pictures.favicon);
  const field = (name: BrandField) => {
    const { label, type: kind, maxLength } = FIELD_OF[name];
    const savedNow = form.savedNow(name);
    return (
      <div key={name}>
        <Field
          label={typeof label === "string" ? text(label) : label.name}
          type={kind}
          dir={kind === "text" ? "auto" : "ltr"}
          required={name === "name"}
          maxLength={maxLength}
          autoComplete="off"
          value={form.value(name)}
          list={name === "time_zone" ? `${id}z` : undefined}
          error={wrong[name]}
          onChange={(event) => form.type(name, event.currentTarget.value)}
        />
        {savedNow ? <p className={styles.soft}>{savedNow}</p> : null}
      </div>
    );
  };

  return (
    <form ref={form.ref} className={styles.form} onSubmit={form.onSubmit}>
      <div className={styles.fields}>
        {(["name", "title", "short_name"] as const).map(field)}
        {field("time_zone")}
        <datalist id={`${id}z`}>
          {Intl.supportedValuesOf("timeZone").map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        {field("accent")}
        <Field
          label={text("staff-school.brand-pick")}
          type="color"
          value={isColour ? accent.toLowerCase() : OWN_COLOUR}
          onChange={(event) => form.type("accent", event.currentTarget.value)}
        />
      </div>
      {(
        [
          ["logo", logo],
          ["logo_dark", dark],
          ["favicon", icon],
        ] as const
      ).map(([name, shown]) => (
        <PictureField
          key={name}
          name={name}
          shown={shown}
          disabled={form.isBusy}
          onChoose={(picture) => {
            setPictures((before) => ({ ...before, [name]: picture }));
            form.change();
          }}
        />
      ))}
      <BrandSample
        name={form.value("name")}
        accent={isColour ? accent.toLowerCase() : ""}
        logos={{ light: logo, dark: dark || logo }}
      />
      <LanguagesField
        saved={brand.languages}
        spoken={spoken}
        onChange={(chosen) => {
          setLanguages(chosen);
          form.change();
        }}
      />
      {form.saved?.kind === "changed" && languages ? (
        <p className={styles.soft}>
          {text("staff-school.saved-now", {
            value: brand.languages.map(nameOfLanguage).join(", "),
          })}
        </p>
      ) : null}
      {BRAND_GROUPS.map(({ heading, fields: names }) => (
        <fieldset key={heading} className={styles.group}>
          <legend>{text(heading)}</legend>
          <div className={styles.fields}>{names.map(field)}</div>
        </fieldset>
      ))}
      <TypedFormEnd
        form={form}
        isShown={() => false}
        onTheirs={() => {
          setLanguages(null);
          setPictures({});
        }}
      />
    </form>
  );
};

/** The brand, the contacts and the languages of the school, which are in the author's folder. */
export const BrandSection = () => {
  const text = useText();
  return (
    <>
      <p>{text("staff-school.brand-note")}</p>
      <FolderFormSection
        form={useBrand()}
        unreadable={
          <>
            {text("staff-school.brand-unreadable")}{" "}
            <Link href={textAddress("school.yaml")}>{text("staff-school.brand-as-text")}</Link>
          </>
        }
      >
        {({ sent }) => <BrandForm brand={sent} />}
      </FolderFormSection>
    </>
  );
};
