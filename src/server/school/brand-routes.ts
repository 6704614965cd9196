import { getBrand, putBrand } from "../../contract/staff-brand.ts";
import { presentSource } from "../content/editor/present-source.ts";
import { presentBrand, saveBrand } from "../content/editor/school-brand.ts";
import { asContentProblem } from "../content/source/routes.ts";
import { missingFiles } from "../content/source/stored-files.ts";
import { type App, route } from "../http/route.ts";
import { administratorActor } from "../people/staff-actor.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";

/** The calls for the school's brand, which is in the author's folder. */
export const brandRoutes = (app: App, services: Services): void => {
  const { database, store, clock } = services;

  route(app, services, getBrand, async () => {
    return presentBrand(store, await presentSource(database.read));
  });

  route(app, services, putBrand, async ({ person, body }) => {
    const source = await presentSource(database.read);
    if (!source) throw new HttpProblem(409, "content/no_source", "The content has no folder");
    if (body.logo && (await missingFiles(database, store, [body.logo])).size > 0) {
      throw new HttpProblem(422, "content/missing_files", "The logo has not been sent");
    }
    try {
      return await saveBrand({ database, store, source }, body, async (db) => ({
        actor: await administratorActor(db, person),
        at: clock(),
      }));
    } catch (reason) {
      throw asContentProblem(reason);
    }
  });
};
