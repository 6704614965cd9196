/// <reference types="vite/types/importMeta.d.ts" />
import type { Call } from "../../../src/contract/call.ts";

const modules = import.meta.glob<Record<string, unknown>>("../../../src/contract/*.ts", {
  eager: true,
});

const isCall = (value: unknown): value is Call =>
  typeof value === "object" &&
  value !== null &&
  "method" in value &&
  "path" in value &&
  "answer" in value;

export const nameOf = ({ method, path }: Call): string => `${method} ${path}`;

/** Every call of the contract, by its method and path: a new one is found by itself. */
export const contractCalls: readonly Call[] = Object.values(modules)
  .flatMap((module) => Object.values(module).filter(isCall))
  .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));

/** Fills in the parameters of a path. @param value gives the raw text for a name */
export const fillPath = ({ path }: Call, value: (name: string) => string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => value(name));
