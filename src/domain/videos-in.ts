const VIDEO = /<video\b[^>]*?\bdata-asset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Names of the videos in a fragment of lesson HTML, each once. */
export const videosIn = (html: string): string[] => {
  const names = [...html.matchAll(VIDEO)].map(([, double, single, bare]) =>
    (double ?? single ?? bare ?? "").replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => SIGNS[name] ?? "",
    ),
  );
  return [...new Set(names.filter(Boolean))];
};
