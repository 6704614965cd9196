import { useApp } from "../../../app-context/use-app.ts";
import {
  type ContentTree,
  getTree,
  type TreeLesson,
  type TreeProduct,
} from "../../../contract/staff-tree.ts";
import type { SourceTextPlace } from "../../../domain/source-text.ts";
import { useAsync } from "../../../ui/use-async.ts";

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

/**
 * The content as it was when the screen was opened; null until it has come, or if it could not be fetched.
 * @param isNeeded whether to fetch it: that of a large school has thousands of lessons
 */
export const useTreeOnce = (isNeeded = true): ContentTree | null => {
  const { send } = useApp().transport;
  const answer = useAsync(async () => (isNeeded ? await send(getTree) : null), [send, isNeeded]);
  return answer?.ok ? answer.value : null;
};

/** The lesson that follows one in its product; null if it is the last one, undefined as long as that is not known. */
export const useNextLesson = ({
  kind,
  product,
  key,
}: SourceTextPlace): TreeLesson | null | undefined => {
  const tree = useTreeOnce(kind === "lesson");
  const own = tree?.products.find((each) => each.key === product);
  if (!own) return undefined;
  const keys = inOrder(own);
  const at = keys.indexOf(key);
  return at < 0 ? undefined : (own.lessons.find((each) => each.key === keys[at + 1]) ?? null);
};
