import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { LoadFailure } from "../../app-context/load-failure.tsx";
import { STAFF_COURSES, textAddress } from "../../app-context/staff-links.ts";
import { useText } from "../../i18n/use-text.ts";
import { useBrand } from "./brand.ts";
import { BrandForm } from "./brand-form.tsx";
import styles from "./school.module.css";

/** The brand, the contacts and the languages of the school, which are in the author's folder. */
export const BrandSection = () => {
  const text = useText();
  const brand = useBrand();
  const { value, failure } = useSnapshot(brand.state) as typeof brand.state;
  useEffect(() => void brand.load(), [brand]);

  if (!value) {
    return failure ? (
      <LoadFailure failure={failure} onRetry={() => void brand.load()} />
    ) : (
      <p role="status">{text("staff-school.loading")}</p>
    );
  }
  if (!value.source) {
    return (
      <p>
        {text("staff-editor.no-source")}{" "}
        <Link href={STAFF_COURSES}>{text("staff-editor.to-courses")}</Link>
      </p>
    );
  }
  const asText = (
    <Link href={textAddress("school.yaml")}>{text("staff-school.brand-as-text")}</Link>
  );
  if (value.checksum === null) {
    return (
      <p>
        {text("staff-school.brand-unreadable")} {asText}
      </p>
    );
  }
  return (
    <>
      <p>
        {text("staff-school.brand-note")} {asText}
      </p>
      {value.draft ? (
        <p className={styles.soft}>
          {text("staff-school.brand-draft")}{" "}
          <Link href={STAFF_COURSES}>{text("staff-editor.to-courses")}</Link>
        </p>
      ) : null}
      <BrandForm brand={value} checksum={value.checksum} />
    </>
  );
};
