import type { HonoRequest } from "hono";
import type { Call } from "../../../contract/call.ts";
import {
  getAsset,
  getAssignmentImage,
  getGlossaryImage,
  getIcon,
} from "../../../contract/content.ts";
import { getAssetTicket } from "../../../contract/video.ts";
import type { FileKind } from "../../../domain/file-names.ts";
import type { Reader } from "../../accounts/session/access.ts";
import type { Catalogue } from "../../content/catalogue.ts";
import type { CatalogueFile } from "../../content/catalogue-files.ts";
import { type App, byteRoute, queryFor, readerByteRoute, readerRoute } from "../../http/route.ts";
import { chooseVariant, createFileSender } from "../../http/send-file.ts";
import { type Tickets, wholeHourAfter } from "../../http/tickets.ts";
import { required } from "../../page.ts";
import { HttpProblem } from "../../problem.ts";
import type { Services } from "../../services.ts";
import { contentFile } from "../store.ts";
import type { FileAccess } from "./file-access.ts";

/** The query parameters of a call for a file. */
type FileQuery = Readonly<Partial<Record<"product" | "title" | "width", string>>>;

type Find = (catalogue: Catalogue, query: FileQuery) => CatalogueFile[];

const inProduct =
  (...kinds: FileKind[]): Find =>
  (catalogue, query) => {
    const [product, title] = [required(query, "product"), required(query, "title")];
    return kinds.flatMap((kind) => catalogue.file(kind, product, title) ?? []);
  };

// An assignment refers to its instructions in the same way as to an asset.
const asset = inProduct("asset", "assignment");
const icon = inProduct("icon");
const assignmentImage = inProduct("assignment");
const glossaryImage: Find = (catalogue, query) => {
  const file = catalogue.file("glossary", "", required(query, "title"));
  return file ? [file] : [];
};

/** A ticket is for one file, and ends when the file changes. */
const subjectOf = ({ checksum }: CatalogueFile): string => `file\n${checksum}`;

/**
 * The calls for pictures, videos and sheets, by the names that the content uses. Each file is given
 * to those who may open a lesson with it.
 */
export const fileRoutes = (
  app: App,
  services: Services,
  access: FileAccess,
  tickets: Tickets,
): void => {
  const { redirects } = services;
  const sendAs = createFileSender(services.store);
  const fileAsked = (
    reader: Reader,
    query: FileQuery,
    find: Find,
  ): CatalogueFile | Promise<CatalogueFile> => {
    const files = find(services.catalogue.current, query);
    if (files.length > 0) return access.allowed(reader, files);
    throw new HttpProblem(404, "asset/not_found", "There is no such file");
  };
  /** Sends the form that suits the request. A file without other forms is the same for everybody. */
  const sendForm = (request: HonoRequest, { width }: FileQuery, file: CatalogueFile) => {
    const form = chooseVariant(file, width, request.header("accept"));
    if (width === undefined) return sendAs(request, form, "file");
    if (file.isWaiting) return sendAs(request, form, "form to come");
    return sendAs(request, form, file.variants.length > 0 ? "form" : "file");
  };
  const send = (
    request: HonoRequest,
    query: FileQuery,
    file: CatalogueFile | Promise<CatalogueFile>,
  ) =>
    file instanceof Promise
      ? file.then((found) => sendForm(request, query, found))
      : sendForm(request, query, file);
  const serve = <Query extends keyof FileQuery>(
    call: Call<string, unknown, unknown, Query>,
    find: Find,
  ) =>
    readerByteRoute(app, services, call, ({ request, query, reader }) =>
      send(request, query, fileAsked(reader, query, find)),
    );

  readerRoute(app, services, getAssetTicket, async ({ query, reader }) => {
    const file = await fileAsked(reader, query, asset);
    // The address stays the same for a while, so that the browser's cache finds the file again.
    const until = wholeHourAfter(services.clock());
    const ticket = await tickets.issue(reader, subjectOf(file), until);
    // A client chooses among the forms of a film alone; that of a photo suits its screen.
    const forms = file.type.startsWith("video/") ? file.variants : [];
    return { ticket, forms: forms.map(({ width, size }) => ({ width, size })) };
  });

  // A video player carries a ticket in the address; all other requests carry a token, see below.
  app.get(getAsset.path, async ({ req }, next) => {
    const ticket = req.query("ticket");
    if (ticket === undefined) return next();
    const query = queryFor(getAsset, req);
    for (const file of asset(services.catalogue.current, query)) {
      const holder = await tickets.holder(ticket, subjectOf(file));
      if (!holder) continue;
      const allowed = await access.allowed(holder, [file]);
      const isFilm = allowed.type.startsWith("video/");
      // A photo in the width of a screen is small.
      if (query.width !== undefined && !isFilm) return sendForm(req, query, allowed);
      const { type, size, checksum } = chooseVariant(allowed, query.width, undefined);
      const options = { type, size, isPrivate: false };
      const elsewhere = await redirects.answer(req, contentFile(checksum), options);
      return elsewhere ?? sendForm(req, query, allowed);
    }
    // An invalid ticket counts as no ticket.
    return next();
  });
  serve(getAsset, asset);
  serve(getIcon, icon);
  byteRoute(app, services, getAssignmentImage, ({ request, query, person }) =>
    send(request, query, fileAsked({ kind: "person", person }, query, assignmentImage)),
  );
  serve(getGlossaryImage, glossaryImage);
};
