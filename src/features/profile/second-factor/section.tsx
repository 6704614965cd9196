import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { useBaseApp } from "../../../app-context/app-context.ts";
import { useAuthenticatorTexts } from "../../../core/use-authenticator-texts.ts";
import { useText } from "../../../i18n/use-text.ts";
import { RecoveryCodes } from "../../../ui/recovery-codes.tsx";
import { Choices } from "./choices.tsx";
import { Prove } from "./prove.tsx";
import styles from "./second-factor.module.css";
import { createSecondFactor } from "./second-factor-model.ts";

/** The second factor of somebody of the staff: what there is, and how it is changed. */
const SecondFactorParts = () => {
  const { school, organisation } = useBaseApp();
  const [model] = useState(() => createSecondFactor(school.send));
  const text = useText();
  const texts = useAuthenticatorTexts();
  const { own, unknown, doing, codes, changes } = useSnapshot(model.state);
  const { name = "" } = useSnapshot(organisation.state).organisation ?? {};
  const said = useRef<HTMLParagraphElement>(null);
  const seen = useRef(changes);
  useEffect(() => {
    void model.load();
  }, [model]);
  // What had the focus is gone. Recovery codes take it themselves.
  useEffect(() => {
    if (changes !== seen.current && codes.length === 0) said.current?.focus();
    seen.current = changes;
  }, [changes, codes]);

  return (
    <div className={styles.parts}>
      <p>
        {text("second-factor.intro")}
        {own?.required ? ` ${text("second-factor.required")}` : null}
      </p>
      <p ref={said} role="status" tabIndex={-1}>
        {changes > 0 && !doing ? text("second-factor.saved") : ""}
      </p>
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} level={3} school={name} texts={texts} onKept={model.keep} />
      ) : doing ? (
        <Prove key={doing.kind} model={model} doing={doing} />
      ) : own ? (
        <Choices own={own} onStart={model.start} />
      ) : unknown ? (
        <>
          <p role="alert">{text("failure.connection")}</p>
          <button type="button" className="button" onClick={() => void model.load()}>
            {text("screen.retry")}
          </button>
        </>
      ) : null}
    </div>
  );
};

export default SecondFactorParts;
