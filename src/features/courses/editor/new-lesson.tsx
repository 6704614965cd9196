import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { textAddress } from "../../../app-context/staff-links.ts";
import type { SourceText } from "../../../contract/staff-editor.ts";
import { sourceTextPath, sourceTextPlace } from "../../../domain/source-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Field } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import styles from "./editor.module.css";

const ERRORS = {
  wrong: "staff-editor.key-wrong",
  taken: "staff-editor.key-taken",
} as const;

const KEY = /^[a-z0-9][a-z0-9_-]{0,79}$/;

/** Opens an empty lesson under a key that is free. It is there once it is saved. */
export const NewLesson = ({ texts }: { texts: readonly SourceText[] }) => {
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
    const path = sourceTextPath({ kind: "lesson", product, key: name, language: "" }, "en");
    if (!KEY.test(name)) setError("wrong");
    else if (texts.some((other) => other.path === path)) setError("taken");
    else navigate(textAddress(path));
  };

  return (
    <form className={styles.new} onSubmit={open} noValidate>
      <h2>{text("staff-editor.new")}</h2>
      <p>{text("staff-editor.new-hint", { file: "course.yaml" })}</p>
      <SelectField
        label={text("staff-editor.product")}
        value={product}
        onChange={(event) => setProduct(event.currentTarget.value)}
      >
        {products.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
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
      <button type="submit" className="button quiet">
        {text("staff-editor.new-open")}
      </button>
    </form>
  );
};
