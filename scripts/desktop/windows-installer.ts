import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { type AppConfig, fileName } from "./app-config.ts";

export interface WindowsInstallerOptions {
  config: AppConfig;
  /** The school's name, which is the name of the app. */
  name: string;
  /** The program's file with its final name, and the resources that it reads. */
  program: string;
  resources: string;
  icon: Uint8Array;
  /** Whether zips of content open with a double click; only in the build that imports content. */
  opensContent: boolean;
  /** Signs the uninstaller: a command that gets the file as its last argument. */
  signCommand: string | undefined;
  /** A folder for temporary files. */
  scratch: string;
  target: string;
}

const englishNames = new Intl.DisplayNames("en", { type: "language" });

/** NSIS names of the interface languages. The first is the default, also for languages that NSIS lacks. */
const NSIS_LANGUAGES = LANGUAGES.map((code) => englishNames.of(code) ?? code);

/** Whether this machine can create installers, with Debian's package `nsis`. */
export const canMakeInstallers = (): boolean =>
  spawnSync("makensis", ["-VERSION"], { stdio: "ignore" }).status === 0;

/** Escapes text for quotes in an NSIS script. */
const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replaceAll("$", "$$$$")
    .replaceAll('"', '$\\"');

const quoted = (text: string): string => `"${escaped(text)}"`;

/** The same for places where NSIS does not expand variables. */
const quotedPlain = (text: string): string => quoted(text).replaceAll("$$", "$");

const script = (options: WindowsInstallerOptions, icon: string): string => {
  const { config, name, program, resources, target } = options;
  const app = config.cli.binaryName ?? "";
  const exe = path.basename(program);
  const shortcut = `"$SMPROGRAMS\\${escaped(fileName(name))}.lnk"`;
  const uninstall = `"Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${app}"`;
  const contentType = `${app}.content`;
  const openContent = [
    `  WriteRegStr HKCU "Software\\Classes\\${contentType}" "" ${quoted(name)}`,
    `  WriteRegStr HKCU "Software\\Classes\\${contentType}\\DefaultIcon" "" "$INSTDIR\\${exe},0"`,
    `  WriteRegStr HKCU "Software\\Classes\\${contentType}\\shell\\open\\command" "" '"$INSTDIR\\${exe}" "%1"'`,
    // Adds the app to the programs that can open a zip. The default program is unchanged.
    `  WriteRegStr HKCU "Software\\Classes\\.zip\\OpenWithProgids" "${contentType}" ""`,
  ];
  return [
    "Unicode true",
    "SetCompressor /SOLID lzma",
    // Installs for this person only, without administrator rights.
    "RequestExecutionLevel user",
    '!include "MUI2.nsh"',
    `Name ${quoted(name)}`,
    `BrandingText ${quoted(`${name} ${config.version}`)}`,
    `OutFile ${quoted(target)}`,
    `InstallDir "$LOCALAPPDATA\\Programs\\${app}"`,
    `InstallDirRegKey HKCU ${uninstall} "InstallLocation"`,
    `!define MUI_ICON ${quoted(icon)}`,
    `!define MUI_UNICON ${quoted(icon)}`,
    `!define MUI_FINISHPAGE_RUN "$INSTDIR\\${exe}"`,
    "!insertmacro MUI_PAGE_WELCOME",
    "!insertmacro MUI_PAGE_DIRECTORY",
    "!insertmacro MUI_PAGE_INSTFILES",
    "!insertmacro MUI_PAGE_FINISH",
    "!insertmacro MUI_UNPAGE_CONFIRM",
    "!insertmacro MUI_UNPAGE_INSTFILES",
    ...NSIS_LANGUAGES.flatMap((language) => [
      `!if /FileExists "\${NSISDIR}\\Contrib\\Language files\\${language}.nlf"`,
      `!insertmacro MUI_LANGUAGE "${language}"`,
      "!endif",
    ]),
    `VIProductVersion "${config.version}.0"`,
    ...["ProductName", "FileDescription", "CompanyName", "LegalCopyright"].map(
      (key) => `VIAddVersionKey /LANG=0 "${key}" ${quotedPlain(name)}`,
    ),
    ...["FileVersion", "ProductVersion"].map(
      (key) => `VIAddVersionKey /LANG=0 "${key}" "${config.version}"`,
    ),
    ...(options.signCommand
      ? [`!uninstfinalize 'SIGN_SYSTEM=windows ${options.signCommand} "%1"' = 0`]
      : []),
    "Section",
    '  SetOutPath "$INSTDIR"',
    `  File ${quoted(program)}`,
    `  File ${quoted(resources)}`,
    '  WriteUninstaller "$INSTDIR\\uninstall.exe"',
    `  CreateShortcut ${shortcut} "$INSTDIR\\${exe}"`,
    ...[
      ["DisplayName", quoted(name)],
      ["DisplayVersion", `"${config.version}"`],
      ["Publisher", quoted(name)],
      ["DisplayIcon", `"$INSTDIR\\${exe}"`],
      ["InstallLocation", '"$INSTDIR"'],
      ["UninstallString", `'"$INSTDIR\\uninstall.exe"'`],
      ["QuietUninstallString", `'"$INSTDIR\\uninstall.exe" /S'`],
    ].map(([key, value]) => `  WriteRegStr HKCU ${uninstall} "${key}" ${value}`),
    `  WriteRegDWORD HKCU ${uninstall} "NoModify" 1`,
    `  WriteRegDWORD HKCU ${uninstall} "NoRepair" 1`,
    ...(options.opensContent ? openContent : []),
    "SectionEnd",
    "Section Uninstall",
    // The person's data is in another folder, and is kept.
    `  Delete "$INSTDIR\\${exe}"`,
    '  Delete "$INSTDIR\\resources.neu"',
    '  Delete "$INSTDIR\\uninstall.exe"',
    '  RMDir "$INSTDIR"',
    `  Delete ${shortcut}`,
    `  DeleteRegKey HKCU ${uninstall}`,
    `  DeleteRegKey HKCU "Software\\Classes\\${contentType}"`,
    `  DeleteRegValue HKCU "Software\\Classes\\.zip\\OpenWithProgids" "${contentType}"`,
    "SectionEnd",
    "",
  ].join("\n");
};

/**
 * Creates an installer that needs no administrator. It installs into the person's own programs, with
 * an entry in the Start menu, and an uninstaller among the installed apps.
 * @throws an Error with the output of makensis
 */
export const makeInstaller = (options: WindowsInstallerOptions): void => {
  mkdirSync(options.scratch, { recursive: true });
  const icon = path.join(options.scratch, "app.ico");
  writeFileSync(icon, options.icon);
  const file = path.join(options.scratch, "installer.nsi");
  // Without a byte order mark, makensis reads the file in the system's code page.
  writeFileSync(file, `\uFEFF${script(options, icon)}`);
  const { status, stdout, stderr, error } = spawnSync("makensis", ["-V2", "-NOCD", "-WX", file], {
    encoding: "utf8",
    env: { ...process.env, SOURCE_DATE_EPOCH: "315532800" },
  });
  if (status !== 0) {
    throw new Error(`makensis failed:\n${error?.message ?? stdout + stderr}`);
  }
};
