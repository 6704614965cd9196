import {
  getPublicPage,
  getSchoolForm,
  PUBLIC_FIELDS,
  PUBLIC_TEXTS,
  putPublicPage,
  putSchoolForm,
  SCHOOL_FORMS,
  type SchoolForm,
} from "../../../contract/staff-forms.ts";
import { FALLBACK_LANGUAGE, LANGUAGES } from "../../../domain/languages.ts";
import { MAILS, type MailName } from "../../../domain/mail-placeholders.ts";
import { FILM_SITES } from "../../../domain/outside-film.ts";
import { SCHOOL_PAGES } from "../../../domain/school-page.ts";
import { type App, route } from "../../http/route.ts";
import { usualMail } from "../../news/mail-texts.ts";
import { oneOf, required } from "../../page.ts";
import { administratorActor, staffActor } from "../../people/staff-context.ts";
import { HttpProblem, invalid } from "../../problem.ts";
import { ownOrganisation } from "../../school/own-organisation.ts";
import type { Services } from "../../services.ts";
import { CODE } from "../courses.ts";
import { contentRoute } from "../source/routes.ts";
import { noSource, presentSource, requireSource } from "../source/source-text.ts";
import { titlesOf } from "../text-files.ts";
import { presentForm, readFormFile, saveForm } from "./field-form.ts";
import { readInThread, schoolErrors } from "./reading-thread.ts";
import { sourceLanguages } from "./tree/read-tree.ts";

const SCHOOL_FILE = "school.yaml";

const inLanguages = (name: string): string[] => LANGUAGES.map((each) => `${name}/${each}`);

const PUBLIC_NAMES = [...PUBLIC_FIELDS, ...PUBLIC_TEXTS.flatMap(inLanguages)];

/** The part of `school.yaml` that each form shows. */
const FORMS: Readonly<
  Record<SchoolForm, { readonly at: readonly string[]; readonly names: readonly string[] }>
> = {
  mails: {
    at: ["mails"],
    names: [
      ...inLanguages("signature"),
      ...Object.keys(MAILS).flatMap((mail) =>
        inLanguages(mail).flatMap((each) => [`${each}/subject`, `${each}/text`]),
      ),
    ],
  },
  pages: { at: ["pages"], names: SCHOOL_PAGES.flatMap(inLanguages) },
  answers: { at: [], names: ["tutor_talk", "voice_answers"] },
  outside: {
    at: [],
    names: [
      "outside_links",
      ...FILM_SITES.map((site) => `outside_films/${site}`),
      "organisation/download_available",
      "organisation/week_start",
    ],
  },
};

/** The app's own words of all mails. */
const usualMails = (languages: readonly string[]) =>
  (Object.keys(MAILS) as MailName[]).flatMap((mail) =>
    languages.flatMap((language) => {
      const { subject, text } = usualMail(mail, language);
      return [
        { name: `${mail}/${language}/subject`, value: subject },
        { name: `${mail}/${language}/text`, value: text },
      ];
    }),
  );

const unknownCourse = () => new HttpProblem(404, "course/not_found", "There is no such course");

/** The calls for forms of the author's folder: public pages of courses, and texts of the school. */
export const formRoutes = (app: App, services: Services): void => {
  const { database, store, catalogue, clock } = services;
  const { read } = database;

  /** @throws HttpProblem 404 */
  const openCourse = async (product: string, course: string) => {
    if (!CODE.test(product) || !CODE.test(course)) throw unknownCourse();
    const source = await presentSource(read);
    const path = `${product}/course.yaml`;
    const text = await readFormFile(store, source, path);
    const lessons = text === null ? null : await readInThread("lessonsOfCourse", text, course);
    if (source && lessons === null) throw unknownCourse();
    const languages = await sourceLanguages({ read, store }, source?.files);
    const [first = FALLBACK_LANGUAGE] = languages;
    const folder = `${product}/assets/`;
    const assets = [...(source?.files.keys() ?? [])].flatMap((name) =>
      name.startsWith(folder) ? [name.slice(folder.length)] : [],
    );
    return {
      source,
      languages,
      lessons: lessons ?? [],
      form: {
        path,
        at: ["courses", course, "public"],
        names: PUBLIC_NAMES,
        check: (edited: string) => readInThread("publicErrors", edited, course, { assets, first }),
      },
    };
  };

  route(app, services, getPublicPage, async ({ query }) => {
    const product = required(query, "product");
    const course = required(query, "course");
    const { source, languages, lessons, form } = await openCourse(product, course);
    const known = catalogue.current.products.get(product)?.lessons;
    const school = await ownOrganisation(read).select("email").executeTakeFirst();
    const isShown = catalogue.current.publicSite.courses.some((each) => each.course === course);
    return {
      ...(await presentForm(store, source, form)),
      languages,
      lessons: lessons.map((key) => ({
        key,
        titles: titlesOf(known?.get(key)?.lesson.title ?? {}),
      })),
      has_mail: (school?.email ?? "") !== "",
      path: isShown ? `/courses/${course}` : "",
    };
  });

  contentRoute(app, services, putPublicPage, async ({ person, body }) => {
    const { source, form } = await openCourse(body.product, body.course);
    if (!source) throw noSource();
    return saveForm({ database, store, source }, form, body, async (db) => ({
      actor: (await staffActor(db, person)).actor,
      at: clock(),
    }));
  });

  route(app, services, getSchoolForm, async ({ query }) => {
    const form = oneOf("form", SCHOOL_FORMS, query.form);
    if (form === null) throw invalid("form", "is required");
    const source = await presentSource(read);
    const shown = await presentForm(store, source, { path: SCHOOL_FILE, ...FORMS[form] });
    const languages = await sourceLanguages({ read, store }, source?.files);
    return { ...shown, languages, usual: form === "mails" ? usualMails(languages) : [] };
  });

  contentRoute(app, services, putSchoolForm, async ({ person, body }) => {
    const source = await requireSource(read);
    const check = (text: string) => schoolErrors(store, source.files, text);
    const form = { path: SCHOOL_FILE, ...FORMS[body.form], check };
    return saveForm({ database, store, source }, form, body, async (db) => ({
      actor: await administratorActor(db, person),
      at: clock(),
    }));
  });
};
