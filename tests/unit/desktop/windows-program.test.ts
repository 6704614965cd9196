import { Data, NtExecutable, NtExecutableResource, Resource } from "resedit";
import { describe, expect, test } from "vitest";
import { onlineSettings } from "../../../scripts/build/school-settings.ts";
import { appConfig } from "../../../scripts/desktop/app-config.ts";
import { ico } from "../../../scripts/desktop/app-icons.ts";
import { brandProgram } from "../../../scripts/desktop/windows-program.ts";

const config = appConfig("hybrid", onlineSettings({ FILE_SERVER: "https://school.example/api" }));
/** A program of Windows that does nothing. */
const PROGRAM = Buffer.from(NtExecutable.createEmpty(false, false).generate());

describe("the program for Windows", () => {
  const icon = ico();
  const brand = { config, name: "Ärmel & Söhne", icon };
  // Neutralino's own command has set the name before.
  const program = brandProgram(brandProgram(PROGRAM, brand), brand);
  const { entries } = NtExecutableResource.from(NtExecutable.from(program));

  test("contains its version and its publisher", () => {
    const versions = Resource.VersionInfo.fromEntries(entries);
    expect(versions).toHaveLength(1);
    const [version] = versions;
    expect(version?.getStringValues({ lang: 1033, codepage: 1200 })).toMatchObject({
      FileDescription: "Ärmel & Söhne",
      ProductName: "Ärmel & Söhne",
      ProductVersion: "1.1.2",
      OriginalFilename: "learning-space-hybrid.exe",
    });
    const numbers = { fileVersionMS: 0x0001_0001, fileVersionLS: 0x0002_0000 };
    expect(version?.fixedInfo).toMatchObject(numbers);
  });

  test("has the app's icon in the sizes that Windows uses only", () => {
    const groups = Resource.IconGroupEntry.fromEntries(entries);
    expect(groups).toHaveLength(1);
    const widths = groups[0]?.icons.map(({ width }) => width || 256) ?? [];
    for (const width of [16, 32, 48, 256]) expect(widths).toContain(width);
    expect(Data.IconFile.from(icon).icons).toHaveLength(widths.length);
  });
});

test("a file that is not a Windows program is refused", () => {
  const brand = { config, name: "A", icon: ico() };
  expect(() => brandProgram(Buffer.from("runtime"), brand)).toThrow();
});
