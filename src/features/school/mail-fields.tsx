import { useState } from "react";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import {
  ENCRYPTIONS,
  type Encryption,
  MAIL_PROVIDERS,
  type MailServer,
  readMailServer,
  usualPort,
  writeMailServer,
} from "../../lib/mail-server.ts";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { Field } from "../../ui/field.tsx";

const NAMES = {
  tls: "staff-school.mail-tls",
  starttls: "staff-school.mail-starttls",
  offered: "staff-school.mail-offered",
  none: "staff-school.mail-none",
} as const satisfies Record<Encryption, MessageId>;

interface MailFieldsProps {
  /** The address that they stand for; empty: there is none. */
  address: string;
  error: string | undefined;
  onChange: (address: string) => void;
}

/** A mail server by its host, port, encryption and user, with those of usual providers. */
export const MailFields = ({ address, error, onChange }: MailFieldsProps) => {
  const text = useText();
  /** What is typed so far: without a host there is no address that could have it. */
  const [typed, setTyped] = useState<MailServer>(() => readMailServer(address));
  const isOurs = writeMailServer(typed) === address;
  const server = isOurs ? typed : readMailServer(address);
  const change = (changes: Partial<MailServer>) => {
    const next = { ...server, ...changes };
    setTyped(next);
    onChange(writeMailServer(next));
  };
  const provider = MAIL_PROVIDERS.find(({ host }) => host === server.host.trim());

  return (
    <>
      <ChoiceField
        label={text("staff-school.mail-provider")}
        value={provider?.host ?? ""}
        options={[
          ["", text("staff-school.mail-other")],
          ...MAIL_PROVIDERS.map(({ host, name }) => [host, name] as const),
        ]}
        onChange={(host) => {
          const { encryption = server.encryption } =
            MAIL_PROVIDERS.find((each) => each.host === host) ?? {};
          change({ host, encryption, port: usualPort(encryption) });
        }}
      />
      <Field
        label={text("staff-school.mail-host")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        placeholder="mail.example.com"
        value={server.host}
        error={error}
        onChange={(event) => change({ host: event.currentTarget.value })}
      />
      <ChoiceField
        label={text("staff-school.mail-encryption")}
        value={server.encryption}
        options={ENCRYPTIONS.map((each) => [each, text(NAMES[each])])}
        onChange={(encryption) => {
          const isUsual = server.port === "" || server.port === usualPort(server.encryption);
          change({ encryption, ...(isUsual && { port: usualPort(encryption) }) });
        }}
      />
      <Field
        label={text("staff-school.mail-port")}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        placeholder={usualPort(server.encryption)}
        value={server.port}
        onChange={(event) => change({ port: event.currentTarget.value })}
      />
      <Field
        label={text("staff-school.mail-user")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={server.user}
        onChange={(event) => change({ user: event.currentTarget.value })}
      />
    </>
  );
};
