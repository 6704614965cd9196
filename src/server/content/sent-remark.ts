import type * as v from "valibot";
import type { remark } from "../../contract/remark.ts";
import type { ContentProblem } from "./school.ts";

/** A problem of the folder in the contract's form. */
export const sentRemark = ({ about, ...problem }: ContentProblem): v.InferInput<typeof remark> => {
  const place = about?.place ?? {};
  return {
    ...problem,
    code: about?.code ?? "other",
    values: Object.entries(about?.values ?? {}).map(([name, text]) => ({
      name,
      text: String(text),
    })),
    place: {
      ...{ product: place.product ?? "", lesson: place.lesson ?? "" },
      ...{ chapter: place.chapter ?? "", course: place.course ?? "" },
      ...{ instruction: place.instruction ?? "", entry: place.entry ?? null, at: place.at ?? null },
      ...{ field: place.field ?? "", language: place.language ?? "", name: place.name ?? "" },
    },
  };
};
