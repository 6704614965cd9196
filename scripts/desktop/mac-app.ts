import { type AppConfig, fileName, xmlText } from "./app-config.ts";
import type { ZipFile } from "./zip.ts";

export interface MacAppOptions {
  config: AppConfig;
  /** The school's name, which is the name of the app. */
  name: string;
  /** The school's address, with its scheme. */
  fileServer: string;
  program: Uint8Array;
  resources: Uint8Array;
  icon: Uint8Array;
}

/** The oldest macOS whose engine is new enough for the app, as in Safari 17.5. */
const OLDEST_SYSTEM = "12.0";

type Plist = string | boolean | { readonly [key: string]: Plist };

const element = (value: Plist): string => {
  if (typeof value === "boolean") return value ? "<true/>" : "<false/>";
  if (typeof value === "string") return `<string>${xmlText(value)}</string>`;
  const entries = Object.entries(value).map(
    ([key, each]) => `<key>${xmlText(key)}</key>${element(each)}`,
  );
  return `<dict>\n${entries.join("\n")}\n</dict>`;
};

/** The bundle identifier. The runtime removes hyphens, which macOS allows. */
export const bundleIdentifier = ({ applicationId }: AppConfig): string =>
  applicationId.replace(/[^A-Za-z0-9.-]/g, "-");

/** macOS forbids http. The runtime uses it for its own page, and a school may use it. */
const plainHttp = (fileServer: string): Plist => {
  const { protocol, hostname } = new URL(fileServer);
  const hosts = ["127.0.0.1", "localhost", ...(protocol === "http:" ? [hostname] : [])];
  const allowed = { NSExceptionAllowsInsecureHTTPLoads: true };
  return {
    NSAllowsLocalNetworking: true,
    NSExceptionDomains: Object.fromEntries(hosts.map((host) => [host, allowed])),
  };
};

const infoPlist = ({ config, name, fileServer }: MacAppOptions): string => {
  const { version } = config;
  const info: Plist = {
    CFBundleInfoDictionaryVersion: "6.0",
    CFBundlePackageType: "APPL",
    CFBundleIdentifier: bundleIdentifier(config),
    CFBundleName: name,
    CFBundleDisplayName: name,
    CFBundleExecutable: config.cli.binaryName ?? "",
    CFBundleIconFile: "app.icns",
    CFBundleShortVersionString: version,
    CFBundleVersion: version,
    LSMinimumSystemVersion: OLDEST_SYSTEM,
    LSApplicationCategoryType: "public.app-category.education",
    NSHighResolutionCapable: true,
    NSAppTransportSecurity: plainHttp(fileServer),
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<plist version="1.0">\n${element(info)}\n</plist>\n`,
  ].join("\n");
};

/** The name of the bundle, such as `Selvedge School.app`. */
export const macAppName = ({ name }: Pick<MacAppOptions, "name">): string =>
  `${fileName(name)}.app`;

/**
 * Creates a bundle for macOS: a folder with the program, its icon, its identifier and its version. The
 * runtime looks for its resources beside the program, but a signed bundle may only have programs there.
 * So the resources are in the resources folder, with a link to them beside the program.
 * @returns its files, with the bundle's folder at the start of their names
 */
export const macApp = (options: MacAppOptions): ZipFile[] => {
  const contents = `${macAppName(options)}/Contents`;
  const program = `${contents}/MacOS/${options.config.cli.binaryName}`;
  return [
    { name: `${contents}/Info.plist`, bytes: Buffer.from(infoPlist(options)) },
    { name: `${contents}/PkgInfo`, bytes: Buffer.from("APPL????") },
    { name: program, bytes: options.program, runs: true },
    {
      name: `${contents}/MacOS/resources.neu`,
      bytes: Buffer.alloc(0),
      linkTo: "../Resources/resources.neu",
    },
    { name: `${contents}/Resources/resources.neu`, bytes: options.resources },
    { name: `${contents}/Resources/app.icns`, bytes: options.icon },
  ];
};
