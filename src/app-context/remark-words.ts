import { useIntl } from "react-intl";
import type { SaidRemark } from "../contract/remark.ts";
import { remarkWords } from "../domain/remark-words.ts";
import { useReads } from "../i18n/use-reads.ts";
import { useText } from "../i18n/use-text.ts";

/**
 * Says remarks of the check in words of the form.
 * @returns a function of a remark, and the language of its text; absent: the school's first one
 */
export const useRemarkWords = (): ((
  remark: Pick<SaidRemark, "code" | "values">,
  language?: string,
) => string) => {
  const say = useText();
  const { locale } = useIntl();
  const [, first = locale] = useReads();
  return (remark, language) => remarkWords(remark, { say, locale, language: language || first });
};
