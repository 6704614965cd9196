import { useIntl } from "react-intl";
import { titleIn, titleLanguage } from "../domain/translated.ts";

/**
 * A title in the interface language. Where it exists only in another one, it is marked, so that it is
 * pronounced and ordered in its own language.
 */
export const Title = ({ of }: { of: Readonly<Record<string, string>> }) => {
  const { locale } = useIntl();
  const language = titleLanguage(of, locale);
  const title = titleIn(of, locale);
  return language === locale ? title : <bdi lang={language}>{title}</bdi>;
};
