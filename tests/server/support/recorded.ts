/** The calls and commands that the suite of recorded changes does not send itself, by the reason. */
const BY_REASON: Readonly<Record<string, string>> = {
  "a person's own study, messages, choices and sessions": `
    POST /user/accept-policy, POST /user/check_activation, POST /user/check_license,
    POST /user/deactivate, POST /user/assignments, PUT /user/assignments/:id/seen,
    POST /desk/messages, POST /user/messages, PUT /user/news, PUT /user/news/place,
    PUT /user/notes/:lessonId, POST /user/measurements, PUT /user/measurements/:id,
    POST /user/drafts, PUT /user/drafts/:id, DELETE /user/drafts/:id,
    DELETE /user/measurements/:id, PUT /user/progress/:lessonId/complete,
    PUT /user/progress/:lessonId/session, POST /push/renewal, PUT /user/push, DELETE /user/push,
    POST /user/login, POST /user/logout, POST /user/framed-session,
    POST /user/framed-session/restore, POST /user/forgot-password, POST /openid/confirm`,
  "recorded, as the suite of these calls shows": `
    POST /openid/session, POST /user/login/second-factor, POST /user/second-factor/passkeys,
    POST /staff/school/test-mail, DELETE /staff/texts/text, PUT /staff/texts/text,
    PUT /staff/entries, PUT /staff/assets/film-text, PUT /staff/school/brand,
    POST /staff/assets, POST /staff/people, PUT /staff/lessons/text, POST /staff/tree,
    POST /staff/tree/begin, POST /staff/lesson-files, PUT /staff/school/form,
    PUT /staff/courses/public, PUT /staff/people/:id, POST /staff/people/removals,
    PUT /staff/school/settings/:group, init, content import, content rollback, user import,
    user invite, user export, licence sign, release sign, settings unset,
    POST /staff/school/try-openid`,
  // Also drafts, which nobody else sees until they are published.
  "what goes by itself": `
    POST /user/second-factor/passkeys/begin, POST /user/second-factor/totp/begin,
    PUT /desk/hand-ins/:id/claim, DELETE /desk/hand-ins/:id/claim, POST /staff/content/uploads,
    PUT /staff/content/uploads/:checksum, PUT /staff/content/draft/files,
    POST /staff/texts/steps/:id/undo, PUT /staff/texts/readers,
    POST /staff/texts/translation/right, DELETE /staff/content/draft, POST /staff/imports,
    POST /staff/jobs/:id/stop`,
  "changes nothing": `
    POST /files/bundle, POST /staff/texts/preview, POST /staff/entries/preview,
    POST /staff/lesson-files/word, POST /staff/lessons/preview, POST /staff/tree/removal,
    POST /staff/people/removals/preview, serve, content check, content preview, content export,
    content export-source, content versions, user list, site list, serial list, doctor,
    settings list, store check, audit list`,
  // Long work records what it does in the write in which it ends; the suites of the work show it.
  "recorded by the job": `
    POST /staff/content/comparisons, POST /staff/content/draft/check,
    POST /staff/content/draft/publish, POST /staff/content/draft/zip,
    POST /staff/content/versions/:id/roll-back, POST /staff/content/versions/:id/export,
    POST /staff/imports/:id/check, POST /staff/imports/:id/run, POST /staff/school/backups`,
  "moves files that stay the same for everybody": "store migrate",
  // They are files, which no transaction has; the tests of backups show their records.
  "recorded after the file is there": "backup",
  "recorded with the rows that it brings": "restore",
};

/** The calls and commands that the suite of recorded changes does not send itself, and why. */
export const NOT_SENT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BY_REASON).flatMap(([reason, names]) =>
    names.split(",").map((name) => [name.trim(), reason]),
  ),
);
