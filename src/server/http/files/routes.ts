import type { HonoRequest } from "hono";
import type { Call } from "../../../contract/call.ts";
import {
  getAsset,
  getAssignmentImage,
  getGlossaryImage,
  getIcon,
} from "../../../contract/content.ts";
import { getAssetTicket } from "../../../contract/video.ts";
import { sendJson } from "../answer.ts";
import type { Catalogue, CatalogueFile } from "../catalogue.ts";
import { type App, endpoint, queried, readerEndpoint } from "../endpoint.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { FileSender } from "./send-file.ts";
import { Tickets } from "./tickets.ts";

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
  const tickets = new Tickets(services.database, services.clock);
  const fileAsked = (request: HonoRequest, find: Find): CatalogueFile => {
    const file = find(services.catalogue.current, (name) => queried(request, name));
    if (!file) throw new HttpProblem(404, "asset/not_found", "There is no such file");
    return file;
  };
  const serve = (call: Call, find: Find) =>
    readerEndpoint(app, services, call, ({ request }) =>
      sender.send(request, fileAsked(request, find)),
    );

  readerEndpoint(app, services, getAssetTicket, async ({ request }) => {
    const ticket = await tickets.issue(fileAsked(request, asset).checksum);
    return sendJson(request, { ticket });
  });

  // A player asks with a ticket in the address; everybody else with a token, below.
  app.get(getAsset.path, async ({ req }, next) => {
    const ticket = req.query("ticket");
    if (ticket === undefined) return next();
    const file = asset(services.catalogue.current, (name) => queried(req, name));
    if (file && (await tickets.isGood(ticket, file.checksum))) return sender.send(req, file);
    // One that is not good is no ticket.
    return next();
  });
  serve(getAsset, asset);
  serve(getIcon, icon);
  endpoint(app, services, getAssignmentImage, ({ request }) =>
    sender.send(request, fileAsked(request, assignmentImage)),
  );
  serve(getGlossaryImage, glossaryImage);
};
