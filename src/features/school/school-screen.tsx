import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { ConfirmDialog } from "../../app-context/confirm-dialog.tsx";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { useForm } from "../../app-context/use-form.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { SchoolSettings, SettingsGroup } from "../../contract/staff-school.ts";
import { staffFailures } from "../../core/failure-messages/staff.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { statusOf } from "../../transport/call-failure.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { BrandSection } from "./brand-form.tsx";
import { FirstSteps, partId } from "./first-steps.tsx";
import { OpenIdTry } from "./openid-try.tsx";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";
import { SerialsSection } from "./serials-section.tsx";
import { SettingsForm } from "./settings-form.tsx";
import {
  AnswersSection,
  MailWordsSection,
  OutsideSection,
  PagesSection,
} from "./texts-sections.tsx";
import { BackupSection, DoctorSection, MailTest } from "./upkeep.tsx";

/** The sites that may show the app. */
const SitesSection = ({ sites }: Pick<SchoolSettings, "sites">) => {
  const text = useText();
  const school = useSchool();
  const [isFailed, setFailed] = useState(false);
  const wrong = { address: "staff-school.site-wrong" } as const;
  const { ref, onSubmit, error } = useForm({
    required: wrong,
    async send({ address }, form) {
      const refusal = await school.addSite(address);
      const isWrong = refusal !== null && statusOf(refusal) === 422;
      setFailed(refusal !== null && !isWrong);
      if (!refusal) form.reset();
      return isWrong ? wrong : {};
    },
  });
  const [leaving, setLeaving] = useState<string | null>(null);
  const remove = async (origin: string) => setFailed(!(await school.removeSite(origin)));

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
              <Button quiet onClick={() => setLeaving(origin)}>
                {text("staff-school.remove", { name: origin })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <form ref={ref} noValidate className={styles.form} onSubmit={onSubmit}>
        <Field
          label={text("staff-school.site")}
          name="address"
          dir="ltr"
          required
          inputMode="url"
          error={error("address")}
        />
        <Button type="submit">{text("staff-school.add")}</Button>
      </form>
      <p role="alert" className={styles.word}>
        {isFailed ? text("staff-school.not-done") : ""}
      </p>
      {leaving === null ? null : (
        <ConfirmDialog
          title={text("staff-school.site-remove-title")}
          act={text("staff-school.remove", { name: leaving })}
          onAct={() => void remove(leaving)}
          keep="staff-content.keep"
          onClose={() => setLeaving(null)}
        >
          <p>{text("staff-school.site-remove", { name: leaving })}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

const HEADINGS: Readonly<Record<string, MessageId>> = {
  address: "staff-school.address",
  mail: "staff-school.mail",
  "sign-in": "staff-school.sign-in",
  openid: "staff-school.openid",
  limits: "staff-school.limits",
  kept: "staff-school.kept",
};

const Group = ({ group, settings }: { group: SettingsGroup; settings: SchoolSettings }) => {
  const text = useText();
  const heading = HEADINGS[group.name];
  if (!heading) return null;
  return (
    <div id={partId(group.name)}>
      <Fold heading={text(heading)}>
        {group.name === "limits" ? <p>{text("staff-school.limits-note")}</p> : null}
        {group.name === "sign-in" ? <p>{text("staff-school.sign-in-note")}</p> : null}
        <SettingsForm group={group}>
          {group.name === "openid"
            ? (fields, isSaved) => (
                <OpenIdTry fields={fields} isSaved={isSaved} redirectUri={settings.redirect_uri} />
              )
            : undefined}
        </SettingsForm>
        {group.name === "mail" ? <MailTest /> : null}
      </Fold>
    </div>
  );
};

const Machine = ({ machine }: Pick<SchoolSettings, "machine">) => {
  const text = useText();
  return (
    <Fold heading={text("staff-school.machine")}>
      <p>{text("staff-school.machine-note")}</p>
      <dl className={styles.fixed}>
        {machine.map(({ name, value, has_secret }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <bdi>{value || (has_secret ? text("staff-school.secret") : "–")}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
};

/** The school itself, for administrators: settings, mail, sites, serial numbers, backups. */
const SchoolScreen = () => {
  const text = useText();
  const school = useSchool();
  const { value, failure } = useSnapshot(school.state) as typeof school.state;
  useScreenTitle(text("staff-school.heading"));
  useEffect(() => void school.load(), [school]);

  return (
    <>
      <h1>{text("staff-school.heading")}</h1>
      <FailureNotice
        failure={value ? null : failure}
        messages={staffFailures}
        onRetry={() => void school.load()}
      />
      {!failure && !value ? <p role="status">{text("staff-school.loading")}</p> : null}
      {value ? (
        <div className={styles.parts}>
          <FirstSteps steps={value.first_steps} />
          <Fold heading={text("staff-school.doctor")} open>
            <DoctorSection />
          </Fold>
          <div id={partId("brand")}>
            <Fold heading={text("staff-school.brand")}>
              <BrandSection />
            </Fold>
          </div>
          <Fold heading={text("staff-school.pages")}>
            <PagesSection />
          </Fold>
          <Fold heading={text("staff-school.mail-words")}>
            <MailWordsSection />
          </Fold>
          <Fold heading={text("staff-school.answers")}>
            <AnswersSection />
          </Fold>
          <Fold heading={text("staff-school.outside")}>
            <OutsideSection />
          </Fold>
          {value.groups.map((group) => (
            <Group key={group.name} group={group} settings={value} />
          ))}
          <Fold heading={text("staff-school.sites")}>
            <SitesSection sites={value.sites} />
          </Fold>
          <Fold heading={text("staff-school.serials")}>
            <SerialsSection publicKey={value.public_key} />
          </Fold>
          <div id={partId("backups")}>
            <Fold heading={text("staff-school.backups")}>
              <BackupSection settings={value}>
                {value.groups
                  .filter(({ name }) => name === "backups")
                  .map((group) => (
                    <SettingsForm key={group.name} group={group} />
                  ))}
              </BackupSection>
            </Fold>
          </div>
          <Machine machine={value.machine} />
        </div>
      ) : null}
    </>
  );
};

export default SchoolScreen;
