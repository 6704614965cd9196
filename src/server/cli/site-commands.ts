import { Argument } from "commander";
import { COMMAND } from "../../domain/audit.ts";
import type { Environment } from "../school/settings/environment.ts";
import { addSite, readSites, removeSite } from "../school/sites.ts";
import { withDatabase } from "./command-context.ts";
import { site } from "./options.ts";
import type { SchoolCommand } from "./school-command.ts";
import { CommandError, inColumns } from "./terminal.ts";

/** Lists the sites that may show the app: those of the database, and those of the settings. */
const listSites = async (environment: Environment) => {
  const added = await withDatabase(environment, ({ read }) => readSites(read));
  const sites = [
    ...environment.allowedOrigins.map((site) => ({ site, from: "ALLOWED_ORIGINS" })),
    ...added.map((site) => ({ site, from: "school site add" })),
  ];
  const text =
    sites.length === 0
      ? "No site may show the app yet."
      : inColumns(sites.map(({ site, from }) => [site, from]));
  return { data: sites, text };
};

const addSiteCommand = async (origin: string, environment: Environment) => {
  const changed = await withDatabase(environment, ({ write }) =>
    write((db) => addSite(db, origin, COMMAND, Date.now())),
  );
  const text = changed ? `${origin} may show the app.` : `${origin} may show the app already.`;
  return { data: { site: origin, changed }, text };
};

const removeSiteCommand = async (origin: string, environment: Environment) => {
  const changed = await withDatabase(environment, ({ write }) =>
    write((db) => removeSite(db, origin, COMMAND, Date.now())),
  );
  if (environment.allowedOrigins.includes(origin)) {
    throw new CommandError(
      `${origin} is in ALLOWED_ORIGINS: take it out there, and start the server again.`,
    );
  }
  if (!changed) throw new CommandError(`${origin} is not in the list.`);
  return { data: { site: origin, changed }, text: `${origin} may no longer show the app.` };
};

export const declareSites = (program: SchoolCommand): void => {
  const address = () =>
    new Argument("<address>", "such as https://www.school.example").argParser(site);
  const sites = program
    .command("site")
    .description("List and change the sites that may show the app in their pages.");
  sites
    .command("list")
    .description("List the sites that may show the app, and where each is set.")
    .answer(listSites);
  sites
    .command("add")
    .description("Let a site show the app. A server that is running knows it within seconds.")
    .addArgument(address())
    .answer(addSiteCommand);
  sites
    .command("remove")
    .description("Let a site no longer show the app.")
    .addArgument(address())
    .answer(removeSiteCommand);
};
