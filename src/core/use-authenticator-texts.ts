import { useText } from "../i18n/use-text.ts";

/** The texts of an authenticator app's key and of recovery codes. */
export const useAuthenticatorTexts = () => {
  const text = useText();
  return {
    scan: text("authenticator.scan"),
    qrCode: text("authenticator.qr-code"),
    key: text("authenticator.key"),
    copy: text("authenticator.copy"),
    copied: text("authenticator.copied"),
    notCopied: text("authenticator.not-copied"),
    heading: text("authenticator.codes-heading"),
    help: text("authenticator.codes-help"),
    print: text("authenticator.codes-print"),
    kept: text("authenticator.codes-kept"),
  };
};
