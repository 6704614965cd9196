import { useSnapshot } from "valtio";
import type { SentFinding } from "../../contract/staff-school.ts";
import {
  CHECK_NAMES,
  type CheckName,
  FINDING_STATES,
  type FindingCode,
  STATE_NAMES,
} from "../../domain/doctor.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./school.module.css";
import { useSchool } from "./school-service.ts";

const isKnown = (code: string): code is FindingCode => Object.hasOwn(FINDING_STATES, code);
const isCheck = (name: string): name is CheckName => Object.hasOwn(CHECK_NAMES, name);

/** Says what is fine, and what is to be done. */
export const DoctorSection = () => {
  const text = useText();
  const school = useSchool();
  const { findings, state } = useSnapshot(school.doctor);
  const isBusy = state === "busy";

  const wordOf = ({ code, values }: SentFinding): string =>
    isKnown(code)
      ? text(code, Object.fromEntries(values.map(({ name, value }) => [name, value])))
      : code;

  return (
    <>
      <p className={styles.acts}>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy) void school.check();
          }}
        >
          {text("staff-school.check")}
        </button>
      </p>
      <p role="status">{isBusy ? text("staff-school.checking") : ""}</p>
      {state === "failed" ? <p role="alert">{text("staff-school.not-done")}</p> : null}
      {findings ? (
        <ul className={styles.findings}>
          {findings.map((finding) => (
            <li key={`${finding.check} ${finding.code}`} data-state={finding.state}>
              <strong>
                {isCheck(finding.check) ? text(CHECK_NAMES[finding.check]) : finding.check}
              </strong>
              <span className={styles.state}>{text(STATE_NAMES[finding.state])}</span>
              <span>{wordOf(finding)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
};
