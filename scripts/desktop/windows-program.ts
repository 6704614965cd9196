import { Data, NtExecutable, NtExecutableResource, Resource } from "resedit";
import type { AppConfig } from "./app-config.ts";

export interface WindowsProgramOptions {
  config: AppConfig;
  /** The school's name, shown by the task manager and in the file's properties. */
  name: string;
  /** An icon in Windows' own format. */
  icon: Uint8Array;
}

/** US English in Unicode, which Windows falls back to. */
const LANGUAGE = { lang: 1033, codepage: 1200 };

/** Resource id of the icon. Windows uses the icon with the lowest id. */
const ICON = 1;

/**
 * Writes icon, version and names into a program for Windows.
 * @throws an Error if the file is not a program
 */
export const brandProgram = (program: Uint8Array, options: WindowsProgramOptions): Buffer => {
  const { name, config } = options;
  const file = `${config.cli.binaryName}.exe`;
  const executable = NtExecutable.from(program);
  const resources = NtExecutableResource.from(executable);
  // Removes the runtime's own names, which the task manager would show.
  resources.entries = resources.entries.filter(({ type }) => type !== 16);
  const { icons } = Data.IconFile.from(options.icon);
  Resource.IconGroupEntry.replaceIconsForResource(
    resources.entries,
    ICON,
    LANGUAGE.lang,
    icons.map(({ data }) => data),
  );
  const version = Resource.VersionInfo.createEmpty();
  version.setFileVersion(config.version, LANGUAGE.lang);
  version.setProductVersion(config.version, LANGUAGE.lang);
  version.setStringValues(LANGUAGE, {
    FileDescription: name,
    ProductName: name,
    CompanyName: name,
    FileVersion: config.version,
    ProductVersion: config.version,
    InternalName: config.cli.binaryName ?? "",
    OriginalFilename: file,
  });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(executable);
  return Buffer.from(executable.generate());
};
