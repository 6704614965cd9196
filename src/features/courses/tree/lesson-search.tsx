import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { Link } from "wouter";
import type { ContentTree, TreePlace } from "../../../contract/staff-tree.ts";
import { foldText } from "../../../domain/search-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import styles from "./tree.module.css";
import { lessonPlaces, nameIn } from "./tree-model.ts";

/** Nobody reads longer lists. */
const MAX_FOUND = 30;

/** The places of all lessons, each once, with its titles in all languages. */
const placesOf = (tree: ContentTree) =>
  tree.products.flatMap((product) => {
    const places = lessonPlaces(product);
    return product.lessons.flatMap(({ key, titles }) => {
      const place = places.get(key);
      const words = foldText([key, ...titles.map(({ text }) => text)].join(" "));
      return place ? [{ place, titles, words }] : [];
    });
  });

interface LessonSearchProps {
  tree: ContentTree;
  addressOf: (place: TreePlace) => string;
  onShow: (place: TreePlace) => void;
}

/** Finds lessons by their titles, in any language. */
export const LessonSearch = ({ tree, addressOf, onShow }: LessonSearchProps) => {
  const text = useText();
  const { locale } = useIntl();
  const [search, setSearch] = useState("");
  const wanted = foldText(search);
  const isAsked = wanted !== "";
  const all = useMemo(() => (isAsked ? placesOf(tree) : []), [tree, isAsked]);
  const found = all.filter(({ words }) => words.includes(wanted));
  return (
    <>
      <SearchField
        label={text("staff-editor.search")}
        value={search}
        onChange={setSearch}
        result={search !== "" && found.length === 0 ? text("staff-editor.none") : ""}
      />
      {found.length > 0 ? (
        <ul className={styles.found}>
          {found.slice(0, MAX_FOUND).map(({ place, titles }) => (
            <li key={`${place.product}/${place.lesson}`}>
              <Link href={addressOf(place)}>
                <bdi>{nameIn(titles, locale).text || place.lesson}</bdi>
              </Link>
              <button
                type="button"
                className="button quiet"
                onClick={() => {
                  setSearch("");
                  onShow(place);
                }}
              >
                {text("staff-tree.show")}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
};
