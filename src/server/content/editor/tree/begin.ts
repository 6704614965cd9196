import { isLanguage, LANGUAGES } from "../../../../domain/languages.ts";
import { ownZone } from "../../../days.ts";
import { invalid } from "../../../problem.ts";
import { writtenValue } from "../parse-edited.ts";
import { type Plan, type PlanContext, SCHOOL_FILE, sentTitles } from "./plan.ts";
import { newProduct } from "./plan-add.ts";

interface Begin {
  readonly organisation: string;
  readonly languages: readonly string[];
  readonly title: string;
  readonly chapter: string;
  readonly from: "empty" | "examples";
}

/**
 * The first content of a school: its settings, a product, a course and a chapter. The title is in the first of its
 * languages; the others may follow.
 * @throws HttpProblem 422
 */
export const planBegin = (context: PlanContext, begin: Begin): Plan => {
  const [first] = begin.languages.filter(isLanguage);
  if (!first || !begin.languages.every(isLanguage)) {
    throw invalid("languages", `must be some of ${LANGUAGES.join(", ")}`);
  }
  const others = LANGUAGES.filter((each) => each !== first && begin.languages.includes(each));
  const languages = [first, ...others];
  const tree = { ...context.tree, languages };
  const { [first]: title = "" } = sentTitles(tree, [{ language: first, text: begin.title }]);
  const { [first]: sent = "" } = sentTitles(
    tree,
    [{ language: first, text: begin.organisation }],
    false,
  );
  const name = context.tree.organisation || sent;
  if (name === "") throw invalid("organisation", "is required");
  const own = { ...context, tree };
  const { work, place } = newProduct(
    own,
    { [first]: title },
    { from: begin.from, chapter: [{ language: first, text: begin.chapter }] },
  );
  const organisation = { id: 1, name, time_zone: ownZone() };
  const school = { languages, organisation, products: [place.product] };
  return {
    work: [{ path: SCHOOL_FILE, text: writtenValue(school, 0) }, ...work],
    place,
    decidedBy: [SCHOOL_FILE],
  };
};
