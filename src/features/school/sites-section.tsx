import { type FormEvent, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { ConfirmDialog } from "../courses/public.ts";
import styles from "./school.module.css";
import { type SchoolSettings, useSchool } from "./school-service.ts";

/** The sites that may show the app. */
export const SitesSection = ({ sites }: Pick<SchoolSettings, "sites">) => {
  const text = useText();
  const school = useSchool();
  const [address, setAddress] = useState("");
  const [failure, setFailure] = useState<"wrong" | "not-done" | null>(null);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    const result = await school.addSite(address);
    setFailure(result);
    if (result === null) setAddress("");
  };
  const [leaving, setLeaving] = useState<string | null>(null);
  const remove = async (origin: string) => {
    setFailure((await school.removeSite(origin)) ? null : "not-done");
  };

  return (
    <>
      {sites.length === 0 ? <p>{text("staff-school.no-sites")}</p> : null}
      <ul className="rows">
        {sites.map(({ origin, fixed }) => (
          <li key={origin}>
            <bdi>{origin}</bdi>
            {fixed ? (
              <span className={styles.soft}>{text("staff-school.fixed")}</span>
            ) : (
              <button type="button" className="button quiet" onClick={() => setLeaving(origin)}>
                {text("staff-school.remove", { name: origin })}
              </button>
            )}
          </li>
        ))}
      </ul>
      <form className={styles.form} onSubmit={(event) => void add(event)}>
        <Field
          label={text("staff-school.site")}
          dir="ltr"
          required
          inputMode="url"
          value={address}
          error={failure === "wrong" ? text("staff-school.site-wrong") : undefined}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <button type="submit" className="button">
          {text("staff-school.add")}
        </button>
      </form>
      <p role="alert" className={styles.word}>
        {failure === "not-done" ? text("staff-school.not-done") : ""}
      </p>
      {leaving === null ? null : (
        <ConfirmDialog
          title={text("staff-school.site-remove-title")}
          question={text("staff-school.site-remove", { name: leaving })}
          act={text("staff-school.remove", { name: leaving })}
          onAct={() => void remove(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
};
