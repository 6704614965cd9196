import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { desktopSettings, desktopWeb } from "../../build/school-settings.ts";
import { appConfig } from "../../desktop/app-config.ts";
import { pack } from "../../desktop/pack.ts";
import { runtimeFolder, runtimesIn } from "../../desktop/runtimes.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");
const school = desktopSettings({ FILE_SERVER: "https://school.example/api" });

/**
 * Measures the largest package of the hybrid app, among the systems whose runtimes are here.
 * @returns bytes; null if there is no runtime
 */
export const measurePackage = async (): Promise<number | null> => {
  const scratch = mkdtempSync(path.join(tmpdir(), "learning-space-packing-"));
  try {
    const sizes: number[] = [];
    for (const runtime of runtimesIn(runtimeFolder)) {
      const { bytes } = await pack(runtime, {
        config: appConfig("hybrid", school),
        web: path.join(root, desktopWeb("hybrid")),
        runtimes: runtimeFolder,
        scratch,
        target: path.join(scratch, "packages"),
        school,
        sign: () => undefined,
      });
      sizes.push(bytes);
    }
    return sizes.length > 0 ? Math.max(...sizes) : null;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};
