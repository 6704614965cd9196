import type { Call } from "../../../contract/call.ts";
import {
  getAsset,
  getAssignmentImage,
  getGlossaryImage,
  getIcon,
} from "../../../contract/content.ts";
import { getAssetTicket } from "../../../contract/video.ts";
import type { FileKind } from "../../../domain/file-names.ts";
import type { Catalogue, CatalogueFile } from "../catalogue.ts";
import { HttpProblem } from "../problem.ts";
import { type App, byteRoute, queryFor, readerByteRoute, readerRoute, required } from "../route.ts";
import type { Services } from "../services.ts";
import { FileTickets } from "./file-tickets.ts";
import { FileSender } from "./send-file.ts";

/** The query parameters of a call for a file. */
type FileQuery = Readonly<Partial<Record<"product" | "title", string>>>;

type Find = (catalogue: Catalogue, query: FileQuery) => CatalogueFile | undefined;

const inProduct =
  (...kinds: FileKind[]): Find =>
  (catalogue, query) => {
    const [product, title] = [required(query, "product"), required(query, "title")];
    for (const kind of kinds) {
      const file = catalogue.file(kind, product, title);
      if (file) return file;
    }
  };

// An assignment refers to its instructions in the same way as to an asset.
const asset = inProduct("asset", "assignment");
const icon = inProduct("icon");
const assignmentImage = inProduct("assignment");
const glossaryImage: Find = (catalogue, query) =>
  catalogue.file("glossary", "", required(query, "title"));

/** The calls for pictures, videos and sheets, by the names that the content uses. */
export const fileRoutes = (app: App, services: Services): void => {
  const sender = new FileSender(services.dataDir);
  const tickets = new FileTickets(services.database, services.clock);
  const fileAsked = (query: FileQuery, find: Find): CatalogueFile => {
    const file = find(services.catalogue.current, query);
    if (!file) throw new HttpProblem(404, "asset/not_found", "There is no such file");
    return file;
  };
  const serve = <Query extends keyof FileQuery>(
    call: Call<string, unknown, unknown, Query>,
    find: Find,
  ) =>
    readerByteRoute(app, services, call, ({ request, query }) =>
      sender.send(request, fileAsked(query, find)),
    );

  readerRoute(app, services, getAssetTicket, async ({ query }) => ({
    ticket: await tickets.issue(fileAsked(query, asset).checksum),
  }));

  // A video player carries a ticket in the address; all other requests carry a token, see below.
  app.get(getAsset.path, async ({ req }, next) => {
    const ticket = req.query("ticket");
    if (ticket === undefined) return next();
    const file = asset(services.catalogue.current, queryFor(getAsset, req));
    if (file && (await tickets.isValid(ticket, file.checksum))) return sender.send(req, file);
    // An invalid ticket counts as no ticket.
    return next();
  });
  serve(getAsset, asset);
  serve(getIcon, icon);
  byteRoute(app, services, getAssignmentImage, ({ request, query }) =>
    sender.send(request, fileAsked(query, assignmentImage)),
  );
  serve(getGlossaryImage, glossaryImage);
};
