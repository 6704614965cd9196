import { titleIn, titleLanguage } from "../domain/translated.ts";
import { useReads } from "../i18n/use-reads.ts";

/** A title in the interface language or, where it is missing, in another one, pronounced as such. */
export const Title = ({ of }: { of: Readonly<Record<string, string>> }) => {
  const reads = useReads();
  return <bdi lang={titleLanguage(of, reads)}>{titleIn(of, reads)}</bdi>;
};
