import { gzipSync } from "node:zlib";
import { xmlText } from "./app-config.ts";
import { type ArchiveFile, ar, tar } from "./zip.ts";

export interface DebianPackageOptions {
  /** Name of package, program and menu entry, such as `learning-space-hybrid`. */
  name: string;
  version: string;
  /** Debian's name of the architecture, such as `amd64`. */
  architecture: string;
  /** The school: its name is shown in the menu, and it is the package's maintainer. */
  school: { name: string; email: string | null };
  program: Uint8Array;
  /** The app, as the runtime reads it. */
  resources: Uint8Array;
  icon: { png: Uint8Array; svg: Uint8Array };
  /** The text of the app's licence. */
  licence: string;
  /** Whether the app opens zips of content. */
  opensContent: boolean;
}

/**
 * The packages that the runtime needs. GTK depends on the other libraries that it is linked with, but
 * not on libXtst. The last one provides its dialogs.
 */
const DEPENDS =
  "libc6, libstdc++6, libgtk-3-0t64 | libgtk-3-0, libwebkit2gtk-4.1-0, libxtst6, zenity | kdialog";
/** Without these, films in lessons may not play. */
const RECOMMENDS = "gstreamer1.0-plugins-good, gstreamer1.0-libav";

/** A field's value on one line, so that it cannot start another field. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

/** Escapes text as the desktop entry format requires. */
const menuText = (text: string): string => oneLine(text).replaceAll("\\", "\\\\");

const maintainer = ({ name, email }: DebianPackageOptions["school"]): string =>
  [oneLine(name).replace(/[<>,]/g, ""), email && `<${oneLine(email).replace(/[<>\s]/g, "")}>`]
    .filter(Boolean)
    .join(" ");

const control = (options: DebianPackageOptions, installedBytes: number): string =>
  [
    `Package: ${options.name}`,
    `Version: ${options.version}`,
    `Architecture: ${options.architecture}`,
    `Maintainer: ${maintainer(options.school)}`,
    `Installed-Size: ${Math.ceil(installedBytes / 1024)}`,
    `Depends: ${DEPENDS}`,
    `Recommends: ${RECOMMENDS}`,
    "Section: education",
    "Priority: optional",
    `Description: Courses of ${oneLine(options.school.name)}, also without a network`,
    " Lessons, glossary and measurements of a sewing and pattern-making school, kept on this",
    " machine.",
    "",
  ].join("\n");

/** The media type of exported content, which has this ending. The app also opens other zips. */
const CONTENT_TYPE = "application/x-learning-space-content";
const CONTENT_NAMES = "*.learning-space.zip";

const menuEntry = ({ name, school, opensContent }: DebianPackageOptions): string =>
  [
    "[Desktop Entry]",
    "Type=Application",
    `Name=${menuText(school.name)}`,
    "GenericName=Sewing and pattern-making courses",
    `Exec=/usr/bin/${name}${opensContent ? " %f" : ""}`,
    // The program with the highest preference opens zips by default, which should not be this one.
    ...(opensContent ? [`MimeType=${CONTENT_TYPE};application/zip;`, "InitialPreference=0"] : []),
    `Icon=${name}`,
    "Terminal=false",
    "Categories=Education;",
    `StartupWMClass=${name}`,
    "",
  ].join("\n");

/** A media type for content only: it opens with this app, and the default for zips is unchanged. */
const mimeType = ({ name, school }: DebianPackageOptions): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">',
    `  <mime-type type="${CONTENT_TYPE}">`,
    `    <comment>${xmlText(`${oneLine(school.name)}: lessons`)}</comment>`,
    '    <sub-class-of type="application/zip"/>',
    `    <icon name="${name}"/>`,
    `    <glob pattern="${CONTENT_NAMES}" weight="80"/>`,
    "  </mime-type>",
    "</mime-info>",
    "",
  ].join("\n");

/** The runtime looks for its resources beside the path with which it was started. */
const starter = (name: string): string => `#!/bin/sh\nexec /usr/lib/${name}/${name} "$@"\n`;

/** Creates a package for Debian and its relatives, with dependencies and a menu entry. */
export const debianPackage = async (options: DebianPackageOptions): Promise<Buffer> => {
  const { name } = options;
  const icons = "usr/share/icons/hicolor";
  const files: ArchiveFile[] = [
    { name: `usr/bin/${name}`, bytes: Buffer.from(starter(name)), runs: true },
    { name: `usr/lib/${name}/${name}`, bytes: options.program, runs: true },
    { name: `usr/lib/${name}/resources.neu`, bytes: options.resources },
    { name: `usr/share/applications/${name}.desktop`, bytes: Buffer.from(menuEntry(options)) },
    { name: `usr/share/doc/${name}/copyright`, bytes: Buffer.from(options.licence) },
    { name: `${icons}/256x256/apps/${name}.png`, bytes: options.icon.png },
    { name: `${icons}/scalable/apps/${name}.svg`, bytes: options.icon.svg },
  ];
  if (options.opensContent) {
    const bytes = Buffer.from(mimeType(options));
    files.push({ name: `usr/share/mime/packages/${name}.xml`, bytes });
  }
  const installedBytes = files.reduce((total, { bytes }) => total + bytes.length, 0);
  const about = [{ name: "control", bytes: Buffer.from(control(options, installedBytes)) }];
  return ar([
    { name: "debian-binary", bytes: Buffer.from("2.0\n") },
    { name: "control.tar.gz", bytes: gzipSync(await tar(about), { level: 9 }) },
    { name: "data.tar.gz", bytes: gzipSync(await tar(files), { level: 9 }) },
  ]);
};
