/// <reference types="vite/types/importMeta.d.ts" />
import type { OpenSchool } from "../support/test-school.ts";

type Suite = (open: OpenSchool) => void;

const modules = import.meta.glob<Record<string, Suite>>(["./*.ts", "!./suites.ts"], {
  eager: true,
});

/** What a school promises with any database: every `…Suite` of this folder. */
export const suites: readonly Suite[] = Object.values(modules).flatMap((module) =>
  Object.entries(module).flatMap(([name, suite]) => (name.endsWith("Suite") ? [suite] : [])),
);
