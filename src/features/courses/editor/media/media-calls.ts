import { useCallback, useEffect, useState } from "react";
import { useApp } from "../../../../app-context/use-app.ts";
import { getAsset } from "../../../../contract/content.ts";
import {
  getSourceAssets,
  MAX_FILM_TEXT_BYTES,
  putFilmText,
  type SentFilmText,
  type SourceAsset,
  type WrittenFilmText,
} from "../../../../contract/staff-assets.ts";
import { getAssetTicket } from "../../../../contract/video.ts";
import type { Failure } from "../../../../core/match-failure.ts";
import type { FilmSite } from "../../../../domain/outside-film.ts";
import type { SourceAssetKind } from "../../../../domain/source-asset.ts";
import { Result } from "../../../../lib/result.ts";
import type { Send } from "../../../../transport/transport.ts";
import { useAsync } from "../../../../ui/use-async.ts";
import { useObjectUrl } from "../../../../ui/use-object-url.ts";

interface FoundAssets {
  readonly languages: readonly string[];
  /** Whether lessons may link to the web, and the companies whose films they may show. */
  readonly allowsLinks: boolean;
  readonly filmSites: readonly FilmSite[];
  readonly assets: readonly SourceAsset[];
}

/**
 * The assets of a kind that a product has.
 * @returns null until they are there, whether they could not be fetched, and a function that fetches them again
 */
export const useAssets = (product: string, kind: SourceAssetKind) => {
  const { send } = useApp().transport;
  const [found, setFound] = useState<FoundAssets | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const load = useCallback(async () => {
    const answer = await send(getSourceAssets, { query: { product } });
    setIsFailed(!answer.ok);
    if (!answer.ok) return;
    const { languages, outside_links, outside_films, assets } = answer.value;
    setFound({
      ...{ languages, allowsLinks: outside_links, filmSites: outside_films },
      assets: assets.filter((asset) => asset.kind === kind),
    });
  }, [send, product, kind]);
  useEffect(() => void load(), [load]);
  return [found, isFailed, load] as const;
};

declare const FILE_SERVER: string;

/** Where a film can be watched: the file that was just sent, or the one that students have; null: nowhere yet. */
export const useFilmAddress = (product: string, name: string, file: File | null): string | null => {
  const { send } = useApp().transport;
  const own = useObjectUrl(file);
  const published = useAsync(async () => {
    if (file || name === "") return null;
    const answer = await send(getAssetTicket, { query: { product, title: name } });
    if (!answer.ok) return null;
    const query = new URLSearchParams({ product, title: name, ticket: answer.value.ticket });
    return `${FILE_SERVER}${getAsset.path}?${query}`;
  }, [send, product, name, file]);
  return own ?? published ?? null;
};

/** Writes captions or chapters of a film. Those that are too large are refused before they are sent. */
export const writeFilmText = async (
  send: Send,
  body: SentFilmText,
): Promise<Result<WrittenFilmText, Failure<"too-large">>> =>
  body.text.length > MAX_FILM_TEXT_BYTES
    ? Result.fail({ kind: "too-large" })
    : send(putFilmText, { body });
