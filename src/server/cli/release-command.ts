import { hash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Release } from "../../contract/releases.ts";
import { COMMAND } from "../../domain/audit.ts";
import { readArchive } from "../../lib/asar.ts";
import { parseReleaseName, SIGNATURE_EXTENSION } from "../activation/downloads/installers.ts";
import { licenceKey } from "../activation/licences.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Environment } from "../school/settings/environment.ts";
import { inBase64Url, withSignature } from "../signing-key.ts";
import { withDatabase } from "./command-context.ts";
import type { SchoolCommand } from "./school-command.ts";
import { CommandError } from "./terminal.ts";

/** An upper limit for a package's size. A larger file was named by mistake. */
const MAX_BYTES = 500_000_000;

/** The fields of the packed configuration that say which app the resources are for. */
const packedApp = (
  bytes: Buffer,
  file: string,
): Pick<Release, "application" | "shell"> & { version: string } => {
  const refuse = (): never => {
    throw new CommandError(`${file} is not a resource package from desktop:build.`);
  };
  const config = readArchive(new Uint8Array(bytes))?.find(
    ({ name }) => name === "neutralino.config.json",
  );
  if (!config) return refuse();
  try {
    const { applicationId, version, globalVariables } = JSON.parse(
      Buffer.from(config.bytes).toString(),
    );
    if (
      ![applicationId, version, globalVariables?.SHELL].every((value) => typeof value === "string")
    ) {
      return refuse();
    }
    return { application: applicationId, shell: globalVariables.SHELL, version };
  } catch {
    return refuse();
  }
};

const statementOf = async (file: string): Promise<Release> => {
  const name = path.basename(file);
  const parsed = parseReleaseName(name);
  if (!parsed) {
    throw new CommandError(
      `${file}: the name must contain the system and the version, as in learning-space-hybrid-1.2.0-linux.deb.`,
    );
  }
  const facts = await stat(file).catch(() => null);
  if (!facts?.isFile()) throw new CommandError(`There is no file ${file}.`);
  if (facts.size === 0 || facts.size > MAX_BYTES) {
    throw new CommandError(`${file} has ${facts.size} bytes, so it is not a package.`);
  }
  const bytes = await readFile(file);
  const release: Release = {
    kind: "release",
    name,
    version: parsed.version,
    size: bytes.length,
    checksum: hash("sha256", bytes),
    application: null,
    shell: null,
  };
  if (parsed.system !== "resources") return release;
  const { application, shell, version } = packedApp(bytes, file);
  if (version !== parsed.version) {
    throw new CommandError(
      `${file} contains version ${version}, but its name has another version.`,
    );
  }
  return { ...release, application, shell };
};

const releasesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => {
    throw new CommandError(
      `There is no folder ${folder}: put the packages there, or give their paths.`,
    );
  });
  const files = names.filter((name) => parseReleaseName(name)).toSorted();
  if (files.length === 0) throw new CommandError(`There is no package in ${folder}.`);
  return files.map((name) => path.join(folder, name));
};

/**
 * Signs packages of the desktop app with the school's key and writes each signature beside its
 * package. The server never signs by itself, so that apps do not install a file that somebody else
 * put into the folder. The private key never leaves the database.
 * @param files empty for all packages in the downloads folder
 */
const signReleases = async (files: readonly string[], environment: Environment) => {
  const folder = environment.downloadsDir ?? path.join(environment.dataDir, "downloads");
  const wanted = files.length > 0 ? files : await releasesIn(folder);
  const statements = await Promise.all(
    wanted.map(async (file) => ({ file, release: await statementOf(file) })),
  );
  const key = await withDatabase(environment, async (database) => {
    // Before the files: what nobody has recorded is not signed.
    await database.write(async (db) => {
      for (const { release } of statements) {
        const { name, version } = release;
        const what = { action: "signed", kind: "release", subject: name, name } as const;
        await recordChange(db, Date.now(), { actor: COMMAND, ...what, details: { version } });
      }
    });
    return licenceKey(database);
  });
  for (const { file, release } of statements) {
    const signed = withSignature(key, inBase64Url(release));
    await writeFile(file + SIGNATURE_EXTENSION, `${signed}\n`);
  }
  const releases = statements.map(({ release }) => release);
  const lines = releases.map(
    ({ name, version, size }) => `Signed ${name}: version ${version}, ${size} bytes.`,
  );
  return { data: releases, text: lines.join("\n") };
};

export const declareRelease = (program: SchoolCommand): void => {
  program
    .command("release")
    .description("Sign releases of the desktop app.")
    .command("sign")
    .description("Sign packages of the desktop app, so that installed apps can update to them.")
    .argument("[file...]", "the packages (default: all in DOWNLOADS_DIR)")
    .answer(signReleases);
};
