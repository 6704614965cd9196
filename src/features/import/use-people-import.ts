import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { createPeopleImport } from "./people-import.ts";

const create = ({ transport }: App) => createPeopleImport(transport.send);

/** The import of the signed-in person. */
export const usePeopleImport = () => useService(create);
