import type { HonoRequest } from "hono";
import { SCHOOL_PAGES, type SchoolPage } from "../../domain/school-page.ts";
import { memoize } from "../../lib/memoize.ts";
import { createByteCache } from "../byte-cache.ts";
import { addressOf, networksOf } from "../client-address.ts";
import type { Catalogue } from "../content/catalogue.ts";
import { escapeHtml } from "../content/markdown-parser.ts";
import { sendRepresentation } from "../http/answer.ts";
import { readBytes } from "../http/body.ts";
import { reply } from "../http/reply.ts";
import type { App } from "../http/route.ts";
import { schoolLanguage } from "../news/news-choice.ts";
import { HttpProblem } from "../problem.ts";
import { Representation } from "../representation.ts";
import { askedLanguages, serverTexts } from "../server-texts.ts";
import type { Services } from "../services.ts";
import {
  type CoursePicture,
  coursePage,
  type EnrolState,
  freeLessonPage,
  listPage,
  titleOfCourse,
} from "./course-pages.ts";
import {
  type EnrolForm,
  enrolBudgets,
  MAX_FORM_BYTES,
  readEnrolForm,
  sendEnrolment,
} from "./enrol.ts";
import { publicFileRoutes } from "./file-routes.ts";
import { readFreeLesson } from "./free-lesson.ts";
import {
  PAGE_WORDS,
  type PublicPage,
  type PublicSchool,
  type RenderedPage,
  renderPage,
} from "./layout-reply.ts";
import { type ShownCourse, shownCourses, textIn } from "./public-courses.ts";
import { FILES, fileAddress, pictureOfCourse } from "./public-files.ts";
import { readPublicSchool } from "./public-school.ts";

/**
 * All public pages in all languages. https://www.sitemaps.org/protocol.html
 * @param paths after the language, such as `/courses/PMB`
 */
const siteMap = (
  address: string,
  languages: readonly string[],
  paths: readonly string[],
): string => {
  const place = (language: string, path: string) => escapeHtml(`${address}/${language}${path}`);
  const entries = paths.flatMap((path) => {
    const others = languages.map(
      (each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${place(each, path)}"/>`,
    );
    return languages.map((each) => `<url><loc>${place(each, path)}</loc>${others.join("")}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join("\n")}</urlset>\n`;
};

const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/** Larger drawings would make the page too large. */
const MAX_DRAWING_BYTES = 48 * 1024;

/** The pages that were rendered, as long as the content is the same. */
const renderedPages = memoize((_: Catalogue) => createByteCache<RenderedPage>(MAX_KEPT_BYTES));

/** The first language of a browser that the school has; the school's own one if there is none. */
const languageFor = (request: HonoRequest, languages: readonly string[]): string =>
  askedLanguages(request.header("accept-language")).find((each) => languages.includes(each)) ??
  languages[0] ??
  "en";

const coursePicture = (catalogue: Catalogue, course: ShownCourse): CoursePicture | null => {
  const file = pictureOfCourse(catalogue, course);
  if (!file || file.isWaiting) return null;
  const isDrawing = file.type === "image/svg+xml";
  if (!isDrawing) return { address: `${FILES}/${file.checksum}-page.webp`, isDrawing };
  return file.size <= MAX_DRAWING_BYTES ? { address: fileAddress(file), isDrawing } : null;
};

/** A photo for those who share the page. Their programs show no drawings. */
const sharedPicture = (
  catalogue: Catalogue,
  course: ShownCourse,
  { address }: PublicSchool,
): string | null => {
  const file = pictureOfCourse(catalogue, course);
  const isPhoto = file && !file.isWaiting && file.type !== "image/svg+xml";
  return isPhoto ? `${address}${FILES}/${file.checksum}-share.jpg` : null;
};

const schoolPage = (
  { publicSite, languages }: Catalogue,
  name: SchoolPage,
  language: string,
): PublicPage => {
  const title = serverTexts(language)(PAGE_WORDS[name]);
  const found = textIn(publicSite.pages[name], language, languages);
  const own = found.language === language ? "" : ` lang="${found.language}" dir="auto"`;
  return {
    ...{ language, title, description: title, path: `/${name}`, picture: null, data: null },
    body: `<article class="sheet text"><h1>${escapeHtml(title)}</h1><div${own}>${found.text}</div></article>`,
    isListed: true,
  };
};

/** The pages that everybody may read without sign-in, their files, and what search engines ask for. */
export const publicRoutes = (app: App, services: Services): void => {
  const { catalogue, failures, keyedHash, log, database } = services;

  const send = (request: HonoRequest, { html, policy }: RenderedPage, status = 200) =>
    status === 200
      ? sendRepresentation(request, html, {
          "Content-Security-Policy": policy,
          "Cache-Control": "public, no-cache",
          Vary: "Accept-Encoding",
        })
      : reply(html.bytes, status, {
          "Content-Type": html.type,
          "Content-Security-Policy": policy,
          "Cache-Control": "no-store",
        });

  const readSchool = async (): Promise<PublicSchool> => {
    const found = await readPublicSchool(services, catalogue.current);
    if (!found) throw new HttpProblem(404, "server/not_found", "There is no school yet");
    return found.school;
  };

  const missing = async (request: HonoRequest): Promise<Response> => {
    const school = await readSchool();
    const language = languageFor(request, school.languages);
    const title = serverTexts(language)("public.not-found");
    const page = renderPage(school, {
      ...{ language, title, description: "", path: "/courses", picture: null, data: null },
      body: `<div class="sheet"><h1>${escapeHtml(title)}</h1><p><a href="/${language}/courses">${escapeHtml(serverTexts(language)("public.all-courses"))}</a></p></div>`,
      isListed: false,
    });
    return send(request, page, 404);
  };

  const viewOf = (school: PublicSchool, course: ShownCourse, language: string) => ({
    ...{ school, course, language },
    picture: coursePicture(catalogue.current, course),
    shared: sharedPicture(catalogue.current, course, school),
  });

  /** Answers with a page of a language of the school, which is rendered once for each state of the content. */
  const page = (
    path: string,
    make: (
      school: PublicSchool,
      language: string,
      request: HonoRequest,
    ) => PublicPage | null | Promise<PublicPage | null>,
    stateOf: (request: HonoRequest) => string = () => "",
  ): void => {
    app.get(`/:language{[a-z]{2}}${path}`, async ({ req }) => {
      const { current } = catalogue;
      const language = req.param("language") ?? "";
      if (!current.languages.includes(language)) return missing(req);
      const kept = renderedPages(current);
      const key = `${services.publicUrl()} ${req.path} ${stateOf(req)}`;
      const known = kept.get(key);
      if (known) return send(req, known);
      const school = await readSchool();
      const made = await make(school, language, req);
      if (made === null) return missing(req);
      const rendered = renderPage(school, made);
      kept.set(key, rendered);
      return send(req, rendered);
    });
    app.get(path, ({ req }) => {
      const language = languageFor(req, catalogue.current.languages);
      const to = `/${language}${req.path}`;
      return reply(null, 302, {
        Location: to,
        Vary: "Accept-Language",
        "Cache-Control": "no-cache",
      });
    });
  };

  const courseOf = (request: HonoRequest): ShownCourse | null =>
    shownCourses(catalogue.current).get(request.param("key") ?? "") ?? null;

  const isSent = (request: HonoRequest): boolean => request.query("sent") !== undefined;

  publicFileRoutes(app, services);

  page("/courses", (school, language) =>
    listPage(
      school,
      language,
      [...shownCourses(catalogue.current).values()].map((course) => ({
        course,
        picture: coursePicture(catalogue.current, course),
      })),
    ),
  );

  page(
    "/courses/:key",
    (school, language, request) => {
      const course = courseOf(request);
      if (!course) return null;
      return coursePage(viewOf(school, course, language), null, isSent(request) ? "sent" : null);
    },
    (request) => (isSent(request) ? "sent" : ""),
  );

  page("/courses/:key/lesson", async (school, language, request) => {
    const course = courseOf(request);
    const lesson = course && (await readFreeLesson(services, course, language));
    return course && lesson && freeLessonPage(viewOf(school, course, language), lesson);
  });

  for (const name of SCHOOL_PAGES) {
    page(`/${name}`, (school, language) =>
      school.pages.includes(name) ? schoolPage(catalogue.current, name, language) : null,
    );
  }

  /** Sends the message. A program that filled in what people do not see is told that all is well. */
  const enrol = async (
    school: PublicSchool,
    course: ShownCourse,
    form: EnrolForm,
    household: string,
    language: string,
  ): Promise<EnrolState> => {
    if (form.isTrapped) return "sent";
    const seconds = await failures.take(enrolBudgets(keyedHash, household));
    if (seconds > 0) return { waitMinutes: Math.ceil(seconds / 60) };
    try {
      await sendEnrolment(services, {
        ...{ form, school, language: await schoolLanguage(database.read) },
        course: titleOfCourse(course, language),
        page: `${school.address}/${language}/courses/${course.course}`,
      });
      return "sent";
    } catch (reason) {
      log.warn("A message of a public page could not be sent", { why: String(reason) });
      return "failed";
    }
  };

  app.post("/:language{[a-z]{2}}/courses/:key", async ({ req, env }) => {
    const language = req.param("language");
    const course = courseOf(req);
    if (!course || !catalogue.current.languages.includes(language)) return missing(req);
    const school = await readSchool();
    if (course.enrol !== "mail" || school.email === "") return missing(req);
    // A page of another site must not have its visitors write to the school.
    if (!["same-origin", "none"].includes(req.header("sec-fetch-site") ?? "none")) {
      throw new HttpProblem(403, "session/not_allowed", "Send the form from its page");
    }
    const form = readEnrolForm(req.header("content-type"), await readBytes(req, MAX_FORM_BYTES));
    if (!form) throw new HttpProblem(415, "request/wrong_type", "The body is no form");
    const view = viewOf(school, course, language);
    const again = (state: EnrolState | null, status: number) =>
      send(req, renderPage(school, coursePage(view, form, state)), status);
    if (Object.keys(form.problems).length > 0 && !form.isTrapped) return again(null, 422);
    const { household } = networksOf(addressOf(services, req, env));
    const state = await enrol(school, course, form, household, language);
    if (state === "sent") {
      return reply(null, 303, { Location: `/${language}/courses/${course.course}?sent#enrol` });
    }
    return again(state, state === "failed" ? 502 : 429);
  });

  app.get("/robots.txt", async () =>
    reply(
      `User-agent: *\nDisallow: /api/\nDisallow: /tls/\nAllow: /tls/favicon.svg\n\nSitemap: ${services.publicUrl()}/sitemap.xml\n`,
      200,
      { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
    ),
  );

  app.get("/sitemap.xml", async ({ req }) => {
    const { current } = catalogue;
    const courses = [...shownCourses(current).values()];
    const pages = SCHOOL_PAGES.filter((name) => Object.keys(current.publicSite.pages[name]).length);
    const xml = siteMap(services.publicUrl(), current.languages, [
      ...(courses.length > 0 ? ["/courses"] : []),
      ...courses.flatMap(({ course, free }) => [
        `/courses/${course}`,
        ...(free ? [`/courses/${course}/lesson`] : []),
      ]),
      ...pages.map((name) => `/${name}`),
    ]);
    return sendRepresentation(req, new Representation("application/xml", Buffer.from(xml)), {
      "Cache-Control": "public, max-age=3600",
      Vary: "Accept-Encoding",
    });
  });
};
