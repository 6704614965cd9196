import { readdirSync } from "node:fs";
import type { Call } from "../../../src/contract/call.ts";

const FOLDER = new URL("../../../src/contract/", import.meta.url);

const modules: readonly Record<string, unknown>[] = await Promise.all(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => import(new URL(name, FOLDER).href)),
);

const isCall = (value: unknown): value is Call =>
  typeof value === "object" &&
  value !== null &&
  "method" in value &&
  "path" in value &&
  "answer" in value;

export const nameOf = ({ method, path }: Call): string => `${method} ${path}`;

/** Every call of the contract, by its method and path: a new one is found by itself. */
export const contractCalls: readonly Call[] = modules
  .flatMap((module) => Object.values(module).filter(isCall))
  .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));

/** Fills in the parameters of a path. @param value gives the raw text for a name */
export const fillPath = ({ path }: Call, value: (name: string) => string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => value(name));
