import { type ReactNode, useEffect, useRef, useState } from "react";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { useText } from "../../i18n/use-text.ts";
import type { SeatFailure } from "../../offline/licence/activate-seat.ts";
import { activationAlerts, licenceFileMessages } from "../../offline/licence/failure-messages.ts";
import type { LicenceFileFailure } from "../../offline/licence/licence-files.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { fitsQrCode, QrCode } from "../../ui/qr-code.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { TextImport } from "../../ui/text-import.tsx";
import styles from "./activation.module.css";

/** The maximum size of a licence, in bytes. */
const MAX_BYTES = 8192;

/** The part of a request's file name that identifies it. */
const NAME_DIGITS = 8;

interface LicenceExchangeProps {
  /** The request; null while it is being created. */
  request: string | null;
  /** The heading element of its sections. */
  heading: "h2" | "h3";
  /** Whether its heading gets the focus. */
  takesFocus?: boolean;
  /** Called once a licence has been installed. */
  onTaken?: () => void;
}

/** Exports the request for the school, and imports the licence. */
export const LicenceExchange = (props: LicenceExchangeProps) => {
  const { request, heading, takesFocus = false, onTaken } = props;
  const { licence } = useDesktop();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LicenceFileFailure | null>(null);

  const take = async (given: string) => {
    setBusy(true);
    setFailure(null);
    const taken = await licence.installFromFile(given);
    setBusy(false);
    if (taken.ok) onTaken?.();
    else setFailure(taken.failure);
  };

  return (
    <div className={styles.exchange}>
      <section>
        <Heading level={heading} takesFocus={takesFocus}>
          {text("activation.request-heading")}
        </Heading>
        <p>{text("activation.request-help")}</p>
        {request === null ? null : <Request request={request} />}
      </section>
      <section>
        <Heading level={heading}>{text("activation.licence-heading")}</Heading>
        <p className={styles.help}>{text("activation.licence-help")}</p>
        <TextImport
          texts={{
            choose: text("activation.licence-choose"),
            drop: text("activation.licence-drop"),
            paste: text("activation.licence-paste"),
            take: text("activation.licence-take"),
            tooBig: text("activation.licence-absent"),
            unreadable: text("activation.licence-unreadable"),
          }}
          maxBytes={MAX_BYTES}
          busy={busy}
          error={failure ? text(licenceFileMessages[failure]) : undefined}
          onText={(given) => void take(given)}
        />
      </section>
    </div>
  );
};

interface HeadingProps {
  level: "h2" | "h3";
  takesFocus?: boolean;
  children: ReactNode;
}

const Heading = ({ level: Level, takesFocus = false, children }: HeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Level ref={heading} tabIndex={takesFocus ? -1 : undefined}>
      {children}
    </Level>
  );
};

const Request = ({ request }: { request: string }) => {
  const text = useText();
  const save = () =>
    saveFile(
      new Blob([`${request}\n`], { type: "text/plain" }),
      `learning-space-request-${request.slice(-NAME_DIGITS)}.txt`,
    );
  return (
    <>
      <p>
        <Button onClick={save}>{text("activation.save-request")}</Button>
      </p>
      <QrCode text={request} label={text("activation.request-qr")} />
      {fitsQrCode(request) ? null : (
        <p className={styles.help}>{text("activation.request-too-long")}</p>
      )}
      <details className={styles.more}>
        <summary>{text("activation.as-text")}</summary>
        <CopyText
          label={text("activation.request-text")}
          text={request}
          texts={{
            copy: text("activation.copy"),
            copied: text("activation.copied"),
            notCopied: text("activation.not-copied"),
          }}
        />
      </details>
    </>
  );
};

interface RenewByFileProps {
  heading?: "h2" | "h3";
  onRenewed: () => void;
}

export const RenewByFile = ({ heading = "h2", onRenewed }: RenewByFileProps) => {
  const { licence } = useDesktop();
  const [request, setRequest] = useState<string | null>(null);

  useEffect(() => void licence.createRenewalRequest().then(setRequest), [licence]);

  return <LicenceExchange request={request} heading={heading} onTaken={onRenewed} />;
};

/** Replaces a licence from a file by an online licence, which the school checks. */
export const RenewOnline = ({ onRenewed }: Pick<RenewByFileProps, "onRenewed">) => {
  const { licence } = useDesktop();
  const text = useText();
  const [failure, setFailure] = useState<SeatFailure | null>(null);

  const renew = async () => {
    setFailure(null);
    const renewed = await licence.renew();
    if (renewed.ok) onRenewed();
    else setFailure(renewed.failure);
  };

  const minutes = failure?.kind === "throttled" ? Math.ceil((failure.seconds ?? 60) / 60) : 1;
  return (
    <>
      <div className={styles.buttons}>
        <Button quiet onClick={renew}>
          {text("activation.renew-online")}
        </Button>
      </div>
      {failure ? (
        <p role="alert" className={styles.failure}>
          {text(activationAlerts[failure.kind].text, { minutes })}
        </p>
      ) : null}
    </>
  );
};
