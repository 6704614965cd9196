import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useService } from "../../app-context/service.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { Policy } from "../../domain/consent.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { Switch } from "../../ui/switch.tsx";
import { failureAlert } from "./failure-alert.ts";
import styles from "./policies.module.css";
import { createPolicies } from "./policies-model.ts";

/** A switch for each policy, with the dates of its acceptance. */
export const PolicySwitches = () => {
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
