import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { useBaseApp } from "../../app-context/app-context.ts";
import { createChunk, optionalChunk } from "../../app-context/chunk.ts";
import { MEASUREMENTS } from "../../app-context/links.ts";
import { useService } from "../../app-context/service.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useUpTo } from "../../app-context/use-narrow-screen.ts";
import type { Policy } from "../../domain/consent.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { toolsMessages } from "../../i18n/messages/tools.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { Switch } from "../../ui/switch.tsx";
import { failureAlert } from "./failure-alert.ts";
import { OwnMeasurements } from "./measurements/own-measurements.tsx";
import { NewsFold } from "./news/news-fold.tsx";
import styles from "./own-data.module.css";
import { createPolicies } from "./policies-model.ts";

/** A switch for each policy, with the dates of its acceptance. */
const PolicySwitches = () => {
  const { session, alerts } = useApp();
  const policies = useService(createPolicies);
  const text = useText();
  const id = useId();
  const { formatDate } = useIntl();
  const { user } = useSnapshot(session.state);
  const [busy, setBusy] = useState<Policy | null>(null);
  const day = (date: string) => formatDate(date, { dateStyle: "long" });

  const stateOf = (policy: Policy): string => {
    const consent = policies.consent(policy, user);
    if (consent.kind === "none") return text("policies.none");
    const accepted = day(consent.accepted);
    if (consent.kind === "expired") {
      return text("policies.expired", { accepted, since: day(consent.since) });
    }
    return consent.until
      ? text("policies.valid-until", { accepted, until: day(consent.until) })
      : text("policies.valid", { accepted });
  };

  const turn = async (policy: Policy, accepted: boolean) => {
    if (busy) return;
    setBusy(policy);
    const result = await policies.accept(policy, accepted);
    setBusy(null);
    if (!result.ok) alerts.show(failureAlert("policies.not-kept"));
  };

  return (
    <Fold heading={text("policies.heading")}>
      <ul className={styles.list}>
        {(["personaldata", "mediaconsent"] as const).map((policy) => {
          const valid = policies.consent(policy, user).kind === "valid";
          return (
            <li key={policy}>
              <Switch
                checked={valid}
                busy={busy === policy}
                describedBy={`${id}${policy}w ${id}${policy}s`}
                onChange={(accepted) => void turn(policy, accepted)}
              >
                {text(`policies.${policy}`)}
              </Switch>
              <p id={`${id}${policy}w`}>{text(`policies.${policy}-what`)}</p>
              <p id={`${id}${policy}s`} role="status" className={styles.state}>
                {stateOf(policy)}
              </p>
            </li>
          );
        })}
      </ul>
    </Fold>
  );
};

const loadSecondFactor = createChunk(
  () => import(/* webpackChunkName: "second-factor" */ "./second-factor/section.tsx"),
  toolsMessages,
);

// For staff. If it fails to load, the profile works without it.
const SecondFactorSection = optionalChunk(async (app) => {
  const { default: Parts } = await loadSecondFactor(app);
  return {
    default: () => (
      <Fold heading={useText()("second-factor.heading")}>
        <Parts />
      </Fold>
    ),
  };
});

/**
 * The person's data at the school: the second factor of staff, when news comes, policies, and measurement
 * tables, to which a narrow screen has the way only.
 */
const OwnData = () => {
  const { level, user } = useSnapshot(useBaseApp().session.state);
  const text = useText();
  const isNarrow = useUpTo("xs");
  // Who signs in at a provider gives the second factor there.
  const mayNeedFactor = level >= TUTOR_LEVEL && !user?.signedInElsewhere;
  return (
    <div className={styles.parts}>
      {mayNeedFactor ? <SecondFactorSection /> : null}
      <NewsFold />
      <PolicySwitches />
      {isNarrow ? (
        <Link className={`sheet ${styles.page}`} href={MEASUREMENTS}>
          {text("measurements.title")}
        </Link>
      ) : (
        <OwnMeasurements />
      )}
    </div>
  );
};

export default OwnData;
