import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { TestSchool } from "./test-school.ts";

/** The mails to an address that a school without a mail server has written down. */
export const mailsTo = async ({ dataDir }: TestSchool, email: string): Promise<string[]> => {
  const outbox = path.join(dataDir, "outbox");
  const files = await readdir(outbox).catch(() => []);
  const mails = await Promise.all(files.map((file) => readFile(path.join(outbox, file), "utf8")));
  return mails.filter((mail) => mail.includes(`To: ${email}`));
};

/** The paths below `/api` of the links that were mailed to an address. */
export const linksTo = async (school: TestSchool, email: string): Promise<string[]> =>
  (await mailsTo(school, email)).flatMap((mail) => {
    const text = mail.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
    const [link] = /\/reset\/[\w-]+/.exec(text) ?? [];
    return link === undefined ? [] : [link];
  });

export const choosePassword = (school: TestSchool, link: string, password: string) =>
  school.call(link, { form: { password, repeat: password } });
