import { useEffect, useState } from "react";
import styles from "./authenticator-key.module.css";
import { CopyRow } from "./copy-row.tsx";
import { Field, type FieldProps } from "./field.tsx";

/** A field for the code that an authenticator app shows: six digits, from left to right. */
export const CodeField = (props: Pick<FieldProps, "label" | "error">) => (
  <Field {...props} name="code" dir="ltr" inputMode="numeric" autoComplete="one-time-code" />
);

/** The quiet zone that scanners need, in modules. */
const QUIET = 4;

interface AuthenticatorKeyProps {
  /** The address in the QR code. */
  uri: string;
  /** The key for an app that cannot scan. */
  secret: string;
  texts: {
    scan: string;
    qrCode: string;
    key: string;
    copy: string;
    copied: string;
    notCopied: string;
  };
}

/**
 * What an authenticator app needs: a QR code, and the same to type in. It is a picture and no `QrCode`: the
 * sign-in shares this code, and another chunk for both would cost everybody's sign-in page 40 bytes.
 */
export const AuthenticatorKey = ({ uri, secret, texts }: AuthenticatorKeyProps) => {
  const [picture, setPicture] = useState("");
  useEffect(() => {
    let gone = false;
    // The key can be typed in, so a failure to load the encoder is ignored.
    import(/* webpackChunkName: "qr-code" */ "uqr").then(
      ({ renderSVG }) => {
        const svg = renderSVG(uri, { border: QUIET });
        if (!gone) setPicture(`data:image/svg+xml,${encodeURIComponent(svg)}`);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [uri]);
  return (
    <>
      <p>{texts.scan}</p>
      {picture ? <img className={styles.code} src={picture} alt={texts.qrCode} /> : null}
      <p className={styles.key}>
        {texts.key}
        <code dir="ltr">
          {secret.match(/.{1,4}/g)?.map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups stay where they are
            <span key={at}>{group}</span>
          ))}
        </code>
      </p>
      <CopyRow text={secret} texts={texts} />
    </>
  );
};
