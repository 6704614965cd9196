import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGES } from "../../src/domain/languages.ts";
import type { AppConfig } from "./app-config.ts";
import { fileName } from "./file-name.ts";

export interface WindowsInstallerOptions {
  config: AppConfig;
  /** The school's name, which is the app's. */
  name: string;
  /** The program's file, named as it is to be installed, and what it reads beside it. */
  program: string;
  resources: string;
  icon: Uint8Array;
  /** Opens zips of content by double click; only where content is imported. */
  opensContent: boolean;
  /** Signs what it is called with; for the program that takes the app away again. */
  signCommand: string | undefined;
  /** For files that go again. */
  scratch: string;
  /** Where the installer is put. */
  target: string;
}

const englishNames = new Intl.DisplayNames("en", { type: "language" });

/** The interface's languages as NSIS names them; the first is for all others, also for those that it lacks. */
const NSIS_LANGUAGES = LANGUAGES.map((code) => englishNames.of(code) ?? code);

/** Whether this machine can make installers: Debian's package `nsis` brings what it takes. */
export const canMakeInstallers = (): boolean =>
  spawnSync("makensis", ["-VERSION"], { stdio: "ignore" }).status === 0;

/** A text within quotes in NSIS' own language. */
const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replaceAll("$", "$$$$")
    .replaceAll('"', '$\\"');

const quoted = (text: string): string => `"${escaped(text)}"`;

/** The same where NSIS looks for no variables, and leaves their sign as it is. */
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
    // Among those that can open a zip: which of them does by itself stays as it was.
    `  WriteRegStr HKCU "Software\\Classes\\.zip\\OpenWithProgids" "${contentType}" ""`,
  ];
  return [
    "Unicode true",
    "SetCompressor /SOLID lzma",
    // For the person alone: nobody's rights are asked for.
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
    // What the person has studied lies elsewhere, and stays.
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
 * Makes an installer that asks for nobody's rights: it puts the app into the person's own programs,
 * with an entry in the Start menu and one among the installed apps, where it is taken away again.
 * @throws Error with what makensis said
 */
export const makeInstaller = (options: WindowsInstallerOptions): void => {
  mkdirSync(options.scratch, { recursive: true });
  const icon = path.join(options.scratch, "app.ico");
  writeFileSync(icon, options.icon);
  const file = path.join(options.scratch, "installer.nsi");
  // With its mark, for makensis takes a file without one for one of an older Windows.
  writeFileSync(file, `\uFEFF${script(options, icon)}`);
  const { status, stdout, stderr, error } = spawnSync("makensis", ["-V2", "-NOCD", "-WX", file], {
    encoding: "utf8",
    env: { ...process.env, SOURCE_DATE_EPOCH: "315532800" },
  });
  if (status !== 0) {
    throw new Error(`makensis made no installer:\n${error?.message ?? stdout + stderr}`);
  }
};
