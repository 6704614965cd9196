import {
  MAX_SOURCE_FILES,
  MAX_SOURCE_ZIP_BYTES,
  type SourceFileProblem,
  sourceFileProblem,
  sourceTwins,
} from "../../domain/source-path.ts";
import type { Dropped } from "./dropped-files.ts";

/** A file that the school would refuse. */
export interface RefusedFile {
  readonly path: string;
  readonly why: SourceFileProblem;
}

/** Why nothing of what was dropped can be taken. */
export type Refusal =
  | { readonly kind: "files"; readonly files: readonly RefusedFile[] }
  /** With the places of several `school.yaml` side by side. */
  | { readonly kind: "no-school"; readonly paths: readonly string[] }
  | { readonly kind: "too-many" };

/** What the school would refuse, so that nothing is sent in vain; null if there is nothing. */
export const refusalOf = (dropped: Dropped): Refusal | null => {
  if (dropped.kind === "zip") {
    const { name, size } = dropped.file;
    return size > MAX_SOURCE_ZIP_BYTES
      ? { kind: "files", files: [{ path: name, why: "too-large" }] }
      : null;
  }
  const { files } = dropped;
  const paths = files.map(({ path }) => path);
  if (!paths.includes("school.yaml")) {
    return { kind: "no-school", paths: paths.filter((path) => path.endsWith("/school.yaml")) };
  }
  if (files.length > MAX_SOURCE_FILES) return { kind: "too-many" };
  const twins = new Set(sourceTwins(paths));
  const refused = files.flatMap(({ path, file }): RefusedFile[] => {
    const why = sourceFileProblem({ path, size: file.size }) ?? (twins.has(path) ? "twin" : null);
    return why === null ? [] : [{ path, why }];
  });
  return refused.length > 0 ? { kind: "files", files: refused } : null;
};
