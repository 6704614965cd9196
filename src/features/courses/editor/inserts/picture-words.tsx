import { useText } from "../../../../i18n/use-text.ts";
import { Field } from "../../../../ui/field.tsx";

interface Words {
  readonly alternative: string;
  readonly caption: string;
}

interface PictureWordsProps {
  language: string;
  words: Words;
  onWrite: (words: Words) => void;
}

/** What a picture shows, for those who cannot see it, and what is written below it. */
export const PictureWords = ({ language, words, onWrite }: PictureWordsProps) => {
  const text = useText();
  return (["alternative", "caption"] as const).map((name) => (
    <Field
      key={name}
      name={name}
      label={text(`staff-text.${name}`)}
      dir="auto"
      lang={language}
      value={words[name]}
      onChange={(event) => onWrite({ ...words, [name]: event.currentTarget.value })}
    />
  ));
};
