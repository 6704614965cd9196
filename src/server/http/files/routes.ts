import type { Call } from "../../../contract/call.ts";
import {
  getAsset,
  getAssignmentImage,
  getGlossaryImage,
  getIcon,
} from "../../../contract/content.ts";
import type { Catalogue, CatalogueFile } from "../catalogue.ts";
import { type App, endpoint, queried } from "../endpoint.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { FileSender } from "./send-file.ts";

type Find = (catalogue: Catalogue, query: (name: string) => string) => CatalogueFile | undefined;

const asset: Find = (catalogue, query) => {
  const [product, title] = [query("product"), query("title")];
  // An assignment names its instructions as it does an asset.
  return catalogue.file("asset", product, title) ?? catalogue.file("assignment", product, title);
};

const icon: Find = (catalogue, query) => catalogue.file("icon", query("product"), query("title"));

const assignmentImage: Find = (catalogue, query) =>
  catalogue.file("assignment", query("product"), query("title"));

const glossaryImage: Find = (catalogue, query) => catalogue.file("glossary", "", query("title"));

/** Pictures, videos and sheets, by the names that the content gives them. */
export const fileRoutes = (app: App, services: Services): void => {
  const sender = new FileSender(services.dataDir);
  const serve = (call: Call, find: Find) =>
    endpoint(app, services, call, ({ request }) => {
      const file = find(services.catalogue.current, (name) => queried(request, name));
      if (!file) throw new HttpProblem(404, "asset/not_found", "There is no such file");
      return sender.send(request, file);
    });
  serve(getAsset, asset);
  serve(getIcon, icon);
  serve(getAssignmentImage, assignmentImage);
  serve(getGlossaryImage, glossaryImage);
};
