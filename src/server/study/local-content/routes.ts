import type { HonoRequest } from "hono";
import type { SentAnswer } from "../../../contract/call.ts";
import { fileBundleRequest, getFileBundle } from "../../../contract/file-bundle.ts";
import {
  getContentChecksum,
  getTreeList,
  getUserContent,
  getUserMenu,
  readFile,
} from "../../../contract/local-files.ts";
import { getCaptions } from "../../../contract/video.ts";
import type { Reader } from "../../accounts/session/access.ts";
import { InstallerFolder, readAppNews } from "../../activation/downloads/installers.ts";
import { cached, content, matchesTag, tagged } from "../../http/answer.ts";
import { authenticateReader } from "../../http/authenticate.ts";
import { readJson } from "../../http/body.ts";
import { type App, queryFor, readerByteRoute, readerRoute } from "../../http/route.ts";
import { rangeOf, sendStream } from "../../http/send-stream.ts";
import { limitKeyOf } from "../../http/serve-call.ts";
import { type Tickets, wholeHourAfter } from "../../http/tickets.ts";
import { normalize } from "../../normalize.ts";
import { required } from "../../page.ts";
import { HttpProblem } from "../../problem.ts";
import { Representation } from "../../representation.ts";
import { ownOrganisation } from "../../school/own-organisation.ts";
import { requestedLanguage } from "../../server-texts.ts";
import type { Services } from "../../services.ts";
import { createBundleSender } from "../../store/serve/bundle-reply.ts";
import { type ByteSpan, contentFile, type Store } from "../../store/store.ts";
import { DamagedFileError } from "../../store/store-errors.ts";
import { readerCourses } from "../reading.ts";
import { allCaptions, captionsChecksum } from "../video/captions.ts";
import { type ContentShare, createContentShares } from "./content-share.ts";
import { createFileTrees, type FileOfTree } from "./file-trees.ts";
import { sendUserContent } from "./user-content-reply.ts";
import { MENU_LEVELS, userMenu } from "./user-menu.ts";

/**
 * `no-store`, because the app stores these files itself and a browser cache would store them twice.
 * `no-transform`, because a proxy that changed the bytes would break offsets.
 */
const CACHE_CONTROL = "private, no-store, no-transform";

/** Reading a small file at once costs less than a stream. */
const MAX_BUFFERED_BYTES = 128 * 1024;

const assertSize = (size: number | null, { size: named, checksum }: FileOfTree): void => {
  if (size === null) {
    throw new DamagedFileError(`The stored file ${checksum} is missing`, { isMissing: true });
  }
  if (size !== named)
    throw new Error(`The stored file ${checksum} has ${size} bytes, not ${named}`);
};

/**
 * Sends a file of the tree for offline use: its bytes uncompressed, or a range of them, or 304.
 * @throws HttpProblem 416 for a range after the end
 * @throws Error, before anything is sent, when the school's copy is missing or truncated
 */
const sendTreeFile = async (
  request: HonoRequest,
  store: Store,
  file: FileOfTree,
): Promise<Response> => {
  const key = contentFile(file.checksum);
  const open = (range: ByteSpan | null) => store.stream(key, range);
  const isBuffered =
    request.method === "GET" &&
    file.size <= MAX_BUFFERED_BYTES &&
    rangeOf(request, file) === null &&
    !matchesTag(request.header("if-none-match"), file.checksum);
  const bytes = isBuffered ? await store.read(key) : undefined;
  assertSize(bytes ? bytes.length : await store.sizeOf(key), file);
  return sendStream(request, { ...file, open, bytes }, { "Cache-Control": CACHE_CONTROL });
};

/**
 * The subject of a ticket for the tree. It opens the files that its holder may read at that time.
 */
const TREE = "tree";

/** The calls for offline content and its files. */
export const localContentRoutes = (app: App, services: Services, tickets: Tickets): void => {
  const { read } = services.database;
  const sharesOf = createContentShares();
  const treeOf = createFileTrees();
  const installers = new InstallerFolder(services.downloadsDir);

  /** The share of content that the reader may study: all of each course that is active today. */
  const shareOf = async (reader: Reader): Promise<ContentShare> => {
    for (;;) {
      const { current } = services.catalogue;
      const held = await readerCourses(services, read, reader);
      // If the catalogue was reloaded meanwhile, these courses belong to the old one.
      if (current !== services.catalogue.current) continue;
      const active = held.filter(({ isActive }) => isActive);
      return sharesOf(
        current,
        active.map(({ entry }) => entry),
      );
    }
  };

  readerByteRoute(app, services, getUserContent, async ({ request, reader }) => {
    // Never sends content that an import has replaced.
    await services.catalogue.refresh();
    return sendUserContent(request, read, await shareOf(reader));
  });

  readerRoute(app, services, getContentChecksum, async ({ reader }) => {
    const { checksum } = await shareOf(reader);
    const app = await readAppNews(installers);
    // The tag is built from the values in the answer, so that a client that has them can
    // revalidate.
    const tag = app ? `${checksum}.${app.tag}` : checksum;
    return cached(Representation.json({ checksum, ...(app && { app }) }, tag));
  });

  readerRoute(app, services, getUserMenu, async ({ reader }) => {
    const school = await ownOrganisation(read).select("name").executeTakeFirst();
    const menu = userMenu(await shareOf(reader), school?.name ?? "");
    return content({ status: 200, levels: MENU_LEVELS, menu });
  });

  readerRoute(app, services, getCaptions, async ({ reader }) => {
    const captions = await allCaptions(read, await shareOf(reader));
    return tagged({ captions }, captionsChecksum(captions));
  });

  readerRoute(app, services, getTreeList, async ({ query, reader }) => {
    const { metas, tag } = treeOf(await shareOf(reader), requestedLanguage(query));
    const ticket = JSON.stringify(
      await tickets.issue(reader, TREE, wholeHourAfter(services.clock())),
    );
    const bytes = Buffer.concat([
      Buffer.from('{"metas":'),
      metas,
      Buffer.from(`,"ticket":${ticket}}`),
    ]);
    // An unchanged tree gets a 304, even when its ticket has changed.
    return tagged<SentAnswer<typeof getTreeList>>(bytes, tag);
  });

  const send = async (request: HonoRequest, reader: Reader): Promise<Response> => {
    const query = queryFor(readFile, request);
    const { files, films } = treeOf(await shareOf(reader), requestedLanguage(query));
    // Only names of the tree reach the disk.
    const name = normalize(required(query, "path"));
    const file = (query.form === "whole" && films.get(name)) || files.get(name);
    if (!file) throw new HttpProblem(404, "asset/not_found", "There is no such file");
    return sendTreeFile(request, services.store, file);
  };

  /** An invalid ticket counts as no ticket. */
  const holderOf = async (ticket: string | undefined): Promise<Reader | null> =>
    ticket === undefined ? null : tickets.holder(ticket, TREE);

  app.get(readFile.path, async ({ req }) => {
    const bearer = await holderOf(queryFor(readFile, req).ticket);
    return send(req, bearer ?? (await authenticateReader(services, req)));
  });

  const sendBundle = createBundleSender(services.store);

  // A POST that only reads, so it does not count as a write of the account.
  app.post(getFileBundle.path, async ({ req }) => {
    const bearer = await holderOf(queryFor(getFileBundle, req).ticket);
    const reader = bearer ?? (await authenticateReader(services, req));
    const { language, names } = await readJson(
      req,
      fileBundleRequest,
      bearer ? { types: ["application/json", "text/plain"] } : {},
    );
    const { files } = treeOf(await shareOf(reader), requestedLanguage({ language }));
    const found = names.flatMap((name) => {
      const file = files.get(normalize(name));
      return file ? [{ ...file, name }] : [];
    });
    return sendBundle(req, found, limitKeyOf({ reader }));
  });
};
