/** An icon of a web app; `sizes` as in HTML, such as `256x256` or `any`. */
export interface WebAppIcon {
  readonly src: string;
  readonly sizes: string;
  readonly type: "image/png" | "image/svg+xml";
  readonly purpose?: "any" | "maskable";
}

interface WebManifestOptions {
  name: string;
  /** The name under the icon; empty: the name itself if it is short enough. */
  shortName?: string;
  /** The accent colour of the school, such as `#a03050`; empty: the app's own. */
  accent: string;
  icons: readonly WebAppIcon[];
}

/** The app's own accent colour, of links and buttons in light colours. */
const OWN_ACCENT = "#1f5f8b";

/** Longer names are cut off under an icon. */
const MAX_SHORT_NAME = 12;

/** The manifest with which a browser installs the web app. Addresses are relative to it, below `/tls/`. */
export const webManifest = ({ name, shortName, accent, icons }: WebManifestOptions) => ({
  id: "/tls/",
  name,
  // A browser shortens the name itself where there is no short one.
  ...((shortName || name.length <= MAX_SHORT_NAME) && { short_name: shortName || name }),
  start_url: "/tls/",
  scope: "/tls/",
  display: "standalone",
  background_color: "#faf7f0",
  // Of the window's frame.
  theme_color: accent || OWN_ACCENT,
  icons,
});
