import { type Compiler, rspack } from "@rspack/core";
import { webManifest } from "../../src/domain/web-manifest.ts";

/** Adds a manifest for a web app that is served by another server than the school's. */
export class ManifestPlugin {
  private readonly name: string;

  /** @param name of the school */
  constructor(name: string) {
    this.name = name;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap("ManifestPlugin", (compilation) => {
      compilation.hooks.processAssets.tap("ManifestPlugin", () => {
        const manifest = webManifest({
          name: this.name,
          accent: "",
          icons: [
            { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
            { src: "icon.png", sizes: "256x256", type: "image/png" },
          ],
        });
        compilation.emitAsset(
          "manifest.webmanifest",
          new rspack.sources.RawSource(JSON.stringify(manifest)),
        );
      });
    });
  }
}
