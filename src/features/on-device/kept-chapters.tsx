import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { coursePath } from "../../app-context/links.ts";
import { Title } from "../../app-context/title.tsx";
import { titleIn } from "../../domain/translated.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Chapters } from "../../kept/chapters.ts";

export interface KeptChaptersProps {
  chapters: Chapters;
  /** Called when a chapter was removed. */
  onRemoved: (name: string) => void;
}

/** The chapters on this device, with their sizes and buttons to remove them. */
export const KeptChapters = ({ chapters, onRemoved }: KeptChaptersProps) => {
  const text = useText();
  const size = useFileSize();
  const { locale, formatDate } = useIntl();
  const { list } = useSnapshot(chapters.state);
  if (list.length === 0) return <p>{text("on-device.no-chapters")}</p>;
  return (
    <ul className="rows">
      {list.map((chapter) => {
        const { productKey, courseKey, menuKey, titles, lessons, bytes, time } = chapter;
        const name = titleIn(titles, locale) || menuKey;
        return (
          <li key={`${productKey}/${courseKey}/${menuKey}`}>
            <div>
              <strong>
                <Link href={coursePath(productKey, courseKey)}>
                  {name === menuKey ? name : <Title of={titles} />}
                </Link>
              </strong>
              <p>
                {text("on-device.chapter", {
                  lessons,
                  size: size(bytes),
                  date: formatDate(time, { dateStyle: "long" }),
                })}
              </p>
            </div>
            <button
              type="button"
              className="button quiet"
              aria-label={text("on-device.remove-name", { name })}
              onClick={() =>
                void chapters.remove({ productKey, courseKey, menuKey }).then(() => onRemoved(name))
              }
            >
              {text("on-device.remove")}
            </button>
          </li>
        );
      })}
    </ul>
  );
};
