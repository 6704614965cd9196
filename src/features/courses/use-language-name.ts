import { useIntl } from "react-intl";

/** The names of languages in the language of the app, such as `German`. */
export const useLanguageName = (): ((code: string) => string) => {
  const { locale } = useIntl();
  const names = new Intl.DisplayNames(locale, { type: "language" });
  return (code) => names.of(code) ?? code;
};
