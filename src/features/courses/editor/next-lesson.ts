import { useEffect, useState } from "react";
import { useApp } from "../../../app-context/use-app.ts";
import { getTree, type TreeLesson, type TreeProduct } from "../../../contract/staff-tree.ts";
import type { SourceTextPlace } from "../../../domain/source-text.ts";

/** The keys of a product's lessons in the order in which they are studied: the parts behind their main lesson. */
const inOrder = ({ chapters, lessons }: TreeProduct): readonly string[] => {
  const partsOf = new Map(lessons.map(({ key, parts }) => [key, parts]));
  const keys = chapters.flatMap(({ sections }) =>
    sections.flatMap((section) =>
      section.lessons.flatMap((key) => [key, ...(partsOf.get(key) ?? [])]),
    ),
  );
  return [...new Set(keys)];
};

/** The lesson that follows one in its product; null if it is the last one, undefined as long as that is not known. */
export const useNextLesson = ({
  kind,
  product,
  key,
}: SourceTextPlace): TreeLesson | null | undefined => {
  const { send } = useApp().transport;
  const [next, setNext] = useState<TreeLesson | null>();
  useEffect(() => {
    if (kind !== "lesson") return;
    let isCurrent = true;
    void send(getTree).then((answer) => {
      const own = answer.ok && answer.value.products.find((each) => each.key === product);
      if (!own || !isCurrent) return;
      const keys = inOrder(own);
      const at = keys.indexOf(key);
      if (at < 0) return;
      setNext(own.lessons.find((each) => each.key === keys[at + 1]) ?? null);
    });
    return () => {
      isCurrent = false;
    };
  }, [send, kind, product, key]);
  return next;
};
