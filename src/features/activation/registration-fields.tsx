import { type InputHTMLAttributes, useMemo } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { MAX_LENGTHS, type RegistrationField } from "../../domain/registration.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import type { Activation } from "./activation.ts";
import { listTerritories } from "./territories.ts";

/** The fields that register a serial number. */
export const RegistrationFields = ({ model }: { model: Activation }) => {
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
