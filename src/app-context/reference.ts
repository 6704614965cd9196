import { createReference, type Reference } from "../core/reference.ts";
import type { App } from "./app.ts";
import { serviceOf } from "./service.ts";
import { useApp } from "./use-app.ts";

const create = (app: App) => createReference(app.transport.send, app.contentVersion);

/** The reference works (FAQ, glossary, how to study), which several features share. */
export const referenceOf = (app: App): Reference => serviceOf(app, create);

/** The reference works, as a hook. */
export const useReference = (): Reference => referenceOf(useApp());
