const VIDEO = /<video\b[^<>]*?\bdata-asset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The names of the videos in a fragment of lesson HTML, without duplicates. */
export const videosIn = (html: string): string[] => {
  const names = [...html.matchAll(VIDEO)].map(([, double, single, bare]) =>
    (double ?? single ?? bare ?? "").replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ENTITIES[name] ?? "",
    ),
  );
  return [...new Set(names.filter(Boolean))];
};
