import { gzipSync } from "node:zlib";
import { type ArchiveFile, ar, tar } from "./archive.ts";
import { xmlText } from "./xml-text.ts";

export interface DebianPackageOptions {
  /** Name of package, program and menu entry, such as `learning-space-hybrid`. */
  name: string;
  version: string;
  /** What Debian calls the processor, such as `amd64`. */
  architecture: string;
  /** Whose app it is: shown in the menu, and the package's maintainer. */
  school: { name: string; email: string | null };
  /** The runtime. */
  program: Uint8Array;
  /** The app, as the runtime reads it. */
  resources: Uint8Array;
  icon: { png: Uint8Array; svg: Uint8Array };
  /** The text of the licence. */
  licence: string;
  /** Whether a zip of content can be opened with it. */
  opensContent: boolean;
}

/**
 * What the runtime cannot do without. GTK brings the other libraries that it is linked with, but not
 * libXtst. Its windows for choosing a folder come from the last.
 */
const DEPENDS =
  "libc6, libstdc++6, libgtk-3-0t64 | libgtk-3-0, libwebkit2gtk-4.1-0, libxtst6, zenity | kdialog";
/** Without these a lesson's films may stay dark. */
const RECOMMENDS = "gstreamer1.0-plugins-good, gstreamer1.0-libav";

/** One line of a file that has its fields by line: nothing in it can begin another. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

/** The menu's format has its own escape. */
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

/** Content as it is exported under this ending; any other zip can be opened with the app as well. */
const CONTENT_TYPE = "application/x-learning-space-content";
const CONTENT_NAMES = "*.learning-space.zip";

const menuEntry = ({ name, school, opensContent }: DebianPackageOptions): string =>
  [
    "[Desktop Entry]",
    "Type=Application",
    `Name=${menuText(school.name)}`,
    "GenericName=Sewing and pattern-making courses",
    `Exec=/usr/bin/${name}${opensContent ? " %f" : ""}`,
    // Of two programs for zips the one with more preference opens them, and this is no such program.
    ...(opensContent ? [`MimeType=${CONTENT_TYPE};application/zip;`, "InitialPreference=0"] : []),
    `Icon=${name}`,
    "Terminal=false",
    "Categories=Education;",
    `StartupWMClass=${name}`,
    "",
  ].join("\n");

/** A type for content alone, so that opening it needs no choice, and all other zips stay as they are. */
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

/** The runtime looks for the app beside itself, by the path that it was started with. */
const starter = (name: string): string => `#!/bin/sh\nexec /usr/lib/${name}/${name} "$@"\n`;

/** A package for Debian and its relatives, with what it needs declared and an entry in the menu. */
export const debianPackage = (options: DebianPackageOptions): Buffer => {
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
    { name: "control.tar.gz", bytes: gzipSync(tar(about), { level: 9 }) },
    { name: "data.tar.gz", bytes: gzipSync(tar(files), { level: 9 }) },
  ]);
};
