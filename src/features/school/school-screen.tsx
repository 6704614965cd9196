import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { LoadFailure } from "../../app-context/load-failure.tsx";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import type { SettingsGroup } from "../../contract/staff-school.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { BackupSection } from "./backup-section.tsx";
import { BrandSection } from "./brand-section.tsx";
import { DoctorSection } from "./doctor-section.tsx";
import { MailTest } from "./mail-test.tsx";
import { OpenIdTry } from "./openid-try.tsx";
import styles from "./school.module.css";
import { type SchoolSettings, useSchool } from "./school-service.ts";
import { SerialsSection } from "./serials-section.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { SitesSection } from "./sites-section.tsx";

const HEADINGS: Readonly<Record<string, MessageId>> = {
  address: "staff-school.address",
  mail: "staff-school.mail",
  "sign-in": "staff-school.sign-in",
  openid: "staff-school.openid",
  limits: "staff-school.limits",
  kept: "staff-school.kept",
};

/** The settings of one form, with what belongs to them. */
const Group = ({ group, settings }: { group: SettingsGroup; settings: SchoolSettings }) => {
  const text = useText();
  const heading = HEADINGS[group.name];
  if (!heading) return null;
  return (
    <Fold heading={text(heading)}>
      {group.name === "limits" ? <p>{text("staff-school.limits-note")}</p> : null}
      <SettingsForm group={group}>
        {group.name === "openid"
          ? (fields) => <OpenIdTry fields={fields} redirectUri={settings.redirect_uri} />
          : undefined}
      </SettingsForm>
      {group.name === "mail" ? <MailTest /> : null}
    </Fold>
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
export const SchoolScreen = () => {
  const text = useText();
  const school = useSchool();
  const { value, failure } = useSnapshot(school.state) as typeof school.state;
  useScreenTitle(text("staff-school.heading"));
  useEffect(() => void school.load(), [school]);

  return (
    <>
      <h1>{text("staff-school.heading")}</h1>
      <LoadFailure failure={value ? null : failure} onRetry={() => void school.load()} />
      {!failure && !value ? <p role="status">{text("staff-school.loading")}</p> : null}
      {value ? (
        <div className={styles.parts}>
          <Fold heading={text("staff-school.doctor")} open>
            <DoctorSection />
          </Fold>
          <Fold heading={text("staff-school.brand")}>
            <BrandSection />
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
          <Fold heading={text("staff-school.backups")}>
            <BackupSection last={value.last_backup} />
          </Fold>
          <Machine machine={value.machine} />
        </div>
      ) : null}
    </>
  );
};
