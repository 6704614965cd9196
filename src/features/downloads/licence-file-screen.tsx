import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { DOWNLOADS } from "../../app-context/links.ts";
import { useService } from "../../app-context/service.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useScreenTitle } from "../../app-context/use-screen-title.ts";
import { matchFailure } from "../../core/match-failure.ts";
import { addDays } from "../../domain/calendar.ts";
import { defaultLicenceEnd, isLicenceEnd, MAX_LICENCE_DAYS } from "../../domain/licence-end.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import { useText } from "../../i18n/use-text.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import { Field } from "../../ui/field.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { TextImport } from "../../ui/text-import.tsx";
import { DownloadGuard } from "./download-guard.tsx";
import styles from "./downloads.module.css";
import { createLicenceSigning, type SignedFile, signingMessages } from "./licence-signing.ts";

/** The maximum size of a request, in bytes. */
const MAX_BYTES = 8192;

/** Signs the request of a computer that is never online. */
const LicenceFile = () => {
  const { schoolToday, session } = useApp();
  const signing = useService(createLicenceSigning);
  const { level } = useSnapshot(session.state);
  // An administrator may sign for any serial number, and chooses the last day.
  const choosesEnd = level >= ADMIN_LEVEL;
  const today = schoolToday();
  const text = useText();
  const { busy, failure, signed } = useSnapshot(signing.state);
  const [until, setUntil] = useState(defaultLicenceEnd(today));
  useScreenTitle(text("licence-file.heading"));
  const wrongEnd = choosesEnd && !isLicenceEnd(until, today);

  return (
    <main id="content" tabIndex={-1} className="wrap screen">
      <h1>{text("licence-file.heading")}</h1>
      <p>{text(choosesEnd ? "licence-file.intro-any" : "licence-file.intro-own")}</p>
      <div className={styles.columns}>
        <section className="sheet" aria-labelledby="licence-request">
          <h2 id="licence-request">{text("licence-file.request")}</h2>
          {choosesEnd ? (
            <Field
              label={text("licence-file.until")}
              type="date"
              value={until}
              min={today}
              max={addDays(today, MAX_LICENCE_DAYS)}
              error={wrongEnd ? text("licence-file.wrong-end") : undefined}
              onChange={(event) => setUntil(event.currentTarget.value)}
            />
          ) : null}
          <TextImport
            texts={{
              choose: text("licence-file.choose"),
              drop: text("licence-file.drop"),
              paste: text("licence-file.paste"),
              take: text("licence-file.sign"),
              tooBig: text("licence-file.no-request"),
              unreadable: text("licence-file.unreadable"),
            }}
            maxBytes={MAX_BYTES}
            busy={busy || wrongEnd}
            error={failure ? text(matchFailure(failure, signingMessages)) : undefined}
            onText={(request) => void signing.sign(request, choosesEnd ? until : null)}
          />
          <p role="status" className={styles.word}>
            {busy ? text("licence-file.signing") : ""}
          </p>
        </section>
        {signed ? <Signed key={signed.licence} signed={signed} /> : null}
      </div>
      <p>
        <Link className="tap" href={DOWNLOADS}>
          {text("licence-file.back")}
        </Link>
      </p>
    </main>
  );
};

/** The signed licence: file, text and QR code. */
const Signed = ({ signed }: { signed: SignedFile }) => {
  const text = useText();
  const { formatDate } = useIntl();
  const heading = useRef<HTMLHeadingElement>(null);
  const { licence, until, serialNumber, fullName } = signed;

  useEffect(() => heading.current?.focus(), []);

  return (
    <section className="sheet" aria-labelledby="licence-signed">
      <h2 id="licence-signed" ref={heading} tabIndex={-1} className={styles.signed}>
        {text("licence-file.signed")}
      </h2>
      <p>
        {text("licence-file.signed-for", {
          name: fullName,
          date: formatDate(until, { dateStyle: "long" }),
        })}
      </p>
      <p>
        <button
          type="button"
          className="button"
          onClick={() =>
            saveFile(
              new Blob([`${licence}\n`], { type: "text/plain" }),
              `learning-space-licence-${serialNumber.slice(0, 8)}-${until}.txt`,
            )
          }
        >
          {text("licence-file.download")}
        </button>
      </p>
      <p>{text("licence-file.signed-help")}</p>
      <details className={styles.more}>
        <summary>{text("licence-file.as-text")}</summary>
        <QrCode text={licence} label={text("licence-file.qr-label")} />
        <CopyText
          label={text("licence-file.licence-text")}
          text={licence}
          texts={{
            copy: text("downloads.copy"),
            copied: text("downloads.copied"),
            notCopied: text("licence-file.not-copied"),
          }}
        />
      </details>
    </section>
  );
};

const LicenceFileScreen = () => (
  <DownloadGuard>
    <LicenceFile />
  </DownloadGuard>
);

export default LicenceFileScreen;
