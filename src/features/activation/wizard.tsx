import {
  type FormEvent,
  type InputHTMLAttributes,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useBaseApp } from "../../app-context/app-context.ts";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { MAX_LENGTHS, type RegistrationField } from "../../domain/registration.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import type { LicenceProblem } from "../../offline/licence/licence.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import styles from "./activation.module.css";
import { type Activation, createActivation, STEPS, type Step } from "./activation.ts";
import { LicenceExchange } from "./renew-licence.tsx";
import { listTerritories } from "./territories.ts";

const RegistrationFields = ({ model }: { model: Activation }) => {
  const text = useText();
  const { locale } = useIntl();
  const { form, missing, wrongEmail } = useSnapshot(model.state, { sync: true });
  // Memoised elements: typing in a field does not render all options again.
  const territories = useMemo(
    () =>
      listTerritories(locale).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      )),
    [locale],
  );

  const errorOf = (field: RegistrationField): string | undefined => {
    if (missing.includes(field)) return text("activation.fill-in");
    return field === "email" && wrongEmail ? text("activation.email-wrong") : undefined;
  };

  const field = (
    name: Exclude<RegistrationField, "country">,
    label: MessageId,
    rest: InputHTMLAttributes<HTMLInputElement>,
  ) => (
    <Field
      label={text(label)}
      name={name}
      value={form[name]}
      maxLength={MAX_LENGTHS[name]}
      error={errorOf(name)}
      onChange={(event) => model.setField(name, event.currentTarget.value)}
      {...rest}
    />
  );

  return (
    <>
      {field("fullname", "activation.full-name", { autoComplete: "name", dir: "auto" })}
      {field("email", "activation.email", {
        type: "email",
        autoComplete: "email",
        autoCapitalize: "none",
        spellCheck: false,
        dir: "ltr",
      })}
      <SelectField
        label={text("activation.country")}
        name="country"
        value={form.country}
        autoComplete="country"
        error={errorOf("country")}
        onChange={(event) => model.setField("country", event.currentTarget.value)}
      >
        <option value="">{text("activation.choose-country")}</option>
        {territories}
      </SelectField>
      {field("address", "activation.address", { autoComplete: "street-address", dir: "auto" })}
      {field("telephone", "activation.telephone", {
        type: "tel",
        autoComplete: "tel",
        dir: "ltr",
      })}
    </>
  );
};

/** What to do when the machine had a licence, or cannot have one. */
const PROBLEMS: Readonly<Record<LicenceProblem, MessageId>> = {
  damaged: "activation.problem-damaged",
  "other-machine": "activation.problem-other-machine",
  revoked: "activation.problem-revoked",
  "no-machine-id": "activation.no-machine-id",
};

interface WizardProps {
  online: boolean;
  /** Called when the activation is complete and the person goes on. */
  onStart: () => void;
}

/** The activation in three steps: serial number, user info, verification. */
export const Wizard = ({ online, onStart }: WizardProps) => {
  const { alerts } = useBaseApp();
  const { licence } = useDesktop();
  const text = useText();
  const [model] = useState(() => createActivation({ licence, alerts }));
  const { step, mode } = useSnapshot(model.state);
  const { problem, request, status, acceptsFiles } = useSnapshot(licence.state);
  const waits = step === "verification" && mode === "file" && status === "none" && request !== null;
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef<Step>(step);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The button that was pressed is gone; the last step takes the focus to its heading.
    if (step !== "verification")
      panel.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [step]);

  return (
    <>
      <h1>{text("activation.title")}</h1>
      <ol className={styles.steps} aria-label={text("activation.steps")}>
        {STEPS.map((each) => (
          <li key={each} aria-current={each === step ? "step" : undefined}>
            {text(`activation.step-${each}`)}
          </li>
        ))}
      </ol>
      {problem ? <p className={styles.failure}>{text(PROBLEMS[problem])}</p> : null}
      <p role="status" className={styles.offline}>
        {online ? "" : text(acceptsFiles ? "activation.offline" : "activation.offline-no-key")}
      </p>
      <div ref={panel}>
        {step === "serial" ? <SerialStep model={model} /> : null}
        {step === "person" ? <PersonStep model={model} /> : null}
        {waits ? <FileStep request={request} onBack={model.back} /> : null}
        {step === "verification" && !waits ? <VerificationStep onStart={onStart} /> : null}
      </div>
    </>
  );
};

/** The first step: asks for the serial number. */
const SerialStep = ({ model }: { model: Activation }) => {
  const text = useText();
  const { serialNumber, wrongFormat, noKey, busy } = useSnapshot(model.state, { sync: true });
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await model.findSerialNumber();
    if (model.state.step === "serial") form.current?.querySelector("input")?.focus();
  };

  const continueWithoutNetwork = () => {
    model.continueWithoutNetwork();
    if (model.state.wrongFormat) form.current?.querySelector("input")?.focus();
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={text("activation.step-serial")}
        name="serial"
        value={serialNumber}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={styles.serial}
        error={wrongFormat ? text("activation.serial-format") : undefined}
        onChange={(event) => model.setSerialNumber(event.currentTarget.value)}
        onBlur={model.formatSerialNumber}
      />
      <p className={styles.help}>{text("activation.serial-help")}</p>
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy}>
          {text("activation.next")}
        </Button>
        <Button quiet onClick={continueWithoutNetwork}>
          {text("activation.file")}
        </Button>
      </div>
      {noKey ? (
        <p role="alert" className={styles.failure}>
          {text("activation.file-no-key")}
        </p>
      ) : null}
    </form>
  );
};

/** The second step: shows the owner of the serial number, or registers one. */
const PersonStep = ({ model }: { model: Activation }) => {
  const text = useText();
  const { fullName, missing, busy, mode } = useSnapshot(model.state);
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each attempt to submit
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [missing]);

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void model.activate();
      }}
    >
      {fullName ? (
        <p>{text("activation.registered", { name: fullName })}</p>
      ) : (
        <RegistrationFields model={model} />
      )}
      {mode === "file" ? <p className={styles.help}>{text("activation.file-person")}</p> : null}
      {missing.length > 0 ? (
        <p role="alert" className={styles.failure}>
          {text("activation.complete-form")}
        </p>
      ) : null}
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy}>
          {text(mode === "file" ? "activation.write-request" : "activation.activate")}
        </Button>
        <Button quiet onClick={model.back}>
          {text("activation.back")}
        </Button>
      </div>
    </form>
  );
};

/** The last step: the school verifies the serial number and grants a seat. */
const VerificationStep = ({ onStart }: Pick<WizardProps, "onStart">) => {
  const { licence } = useDesktop();
  const text = useText();
  const { formatDate } = useIntl();
  const { status, fullName, notStored, until } = useSnapshot(licence.state);
  const heading = useRef<HTMLHeadingElement>(null);
  const done = status === "activated" || status === "active";

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the verification is done
  useEffect(() => heading.current?.focus(), [done]);

  if (!done) {
    return (
      <h2 ref={heading} tabIndex={-1} className={styles.waiting}>
        {text("activation.verifying")}
      </h2>
    );
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {text("activation.complete")}
      </h2>
      <p>{text("activation.complete-help", { name: fullName })}</p>
      {until ? (
        <p>{text("activation.until", { date: formatDate(until, { dateStyle: "long" }) })}</p>
      ) : null}
      {notStored ? (
        <p role="alert" className={styles.failure}>
          {text("activation.unkept")}
        </p>
      ) : null}
      <div className={styles.buttons}>
        <Button onClick={onStart}>{text("activation.start")}</Button>
      </div>
    </>
  );
};

interface FileStepProps {
  request: string | null;
  /** Leads to the first step, for another serial number or online activation. */
  onBack: () => void;
}

/** The last step without a network: exports the request and imports the licence. */
const FileStep = ({ request, onBack }: FileStepProps) => {
  const text = useText();
  return (
    <>
      <LicenceExchange request={request} heading="h2" takesFocus />
      <div className={styles.buttons}>
        <Button quiet onClick={onBack}>
          {text("activation.back")}
        </Button>
      </div>
    </>
  );
};
