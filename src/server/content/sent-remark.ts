import type * as v from "valibot";
import type { remark } from "../../contract/remark.ts";
import type { ContentProblem } from "./school.ts";

type Sent = v.InferInput<typeof remark>;

/** What a problem is about, for forms that say it in their own words. */
export const sentWords = ({
  message,
  about,
}: Pick<ContentProblem, "message" | "about">): Pick<Sent, "message" | "code" | "values"> => ({
  message,
  code: about?.code ?? "other",
  values: Object.entries(about?.values ?? {}).map(([name, text]) => ({ name, text: String(text) })),
});

/** A problem of the folder in the contract's form. */
export const sentRemark = ({ file, line, ...problem }: ContentProblem): Sent => {
  const place = problem.about?.place ?? {};
  return {
    ...{ file, line, ...sentWords(problem) },
    place: {
      ...{ product: place.product ?? "", lesson: place.lesson ?? "" },
      ...{ chapter: place.chapter ?? "", course: place.course ?? "" },
      ...{ instruction: place.instruction ?? "", entry: place.entry ?? null, at: place.at ?? null },
      ...{ field: place.field ?? "", language: place.language ?? "", name: place.name ?? "" },
    },
  };
};
