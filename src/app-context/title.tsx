import { useIntl } from "react-intl";
import { titleIn, titleLanguage } from "../domain/translated.ts";

/** A title in the interface language or, where it is missing, in another one, pronounced as such. */
export const Title = ({ of }: { of: Readonly<Record<string, string>> }) => {
  const { locale } = useIntl();
  return <bdi lang={titleLanguage(of, locale)}>{titleIn(of, locale)}</bdi>;
};
