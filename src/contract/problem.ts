import * as v from "valibot";
import type { SentSecondStep } from "./second-factor.ts";

/**
 * The error codes with their statuses: those of the specification's catalogue, and our own in the
 * same form. Other servers may send other codes.
 */
export interface ProblemStatus {
  "login/user_not_found": 404;
  "login/unexpected_error": 500;
  "login/throttled": 429;
  /** Only at our school: the password is right, and the account is locked. */
  "login/blocked": 403;
  "forgot_password/error": 500;
  "password/wrong_password": 403;
  /** Only at our school: the new password is one of the common ones. */
  "password/too_common": 422;
  /** Only at our school: a one-time code that is wrong, used or too old. */
  "openid/invalid_code": 404;
  "session/no_token": 401;
  /** Only at our school: the password is right, and a second factor is asked for. */
  "session/second_factor": 401;
  /** Only at our school: a later sign-in has replaced the session that a frame's cookie keeps. */
  "session/used_elsewhere": 409;
  "second_factor/wrong": 403;
  /** The sign-in, or the set-up, has to begin again. */
  "second_factor/expired": 410;
  "second_factor/not_found": 404;
  "second_factor/not_set_up": 409;
  "second_factor/no_passkeys": 409;
  /** The school requires one, and this is the last. */
  "second_factor/required": 409;
  "session/not_allowed": 403;
  "request/malformed": 400;
  /** 416: the requested range is outside of the file. */
  "request/invalid": 422 | 416;
  "request/wrong_type": 415;
  "request/too_large": 413;
  "lesson/not_active": 403;
  "lesson/not_found": 404;
  "download/not_found": 404;
  "product/not_found": 404;
  "course/not_found": 404;
  "course/expired": 403;
  "asset/not_found": 404;
  "assignment/not_found": 404;
  "assignment/accepted": 409;
  /** Another tutor has answered in the meantime. */
  "assignment/answered": 409;
  /** The student has been told. */
  "assignment/published": 409;
  "student/not_found": 404;
  "device/not_found": 404;
  "setting/not_found": 404;
  /** Others have changed these settings meanwhile. */
  "setting/changed": 409;
  /** The environment sets it. */
  "setting/fixed": 409;
  "site/not_found": 404;
  "comment/not_found": 404;
  "job/not_found": 404;
  "person/not_found": 404;
  /** The person stands above the caller. */
  "person/above": 403;
  /** Nobody gives a higher level than their own. */
  "person/level_too_high": 403;
  "person/username_taken": 409;
  "person/email_taken": 409;
  /** Somebody else has changed the person meanwhile. */
  "person/changed": 409;
  /** Nobody else could run the school. */
  "person/last_administrator": 409;
  /** Nobody blocks or removes themselves. */
  "person/self": 409;
  "person/blocked": 409;
  /** Only people who have no password are invited. */
  "person/has_password": 409;
  /** Somebody else has changed the draft, or published something, in the meantime. */
  "content/conflict": 409;
  "content/no_draft": 409;
  "content/already_published": 409;
  "content/unknown_version": 404;
  /** A file that the folder does not have, or that is not edited here. */
  "content/no_file": 404;
  /** Content of an earlier release of the program, which has no author's folder. */
  "content/no_source": 409;
  "content/not_text": 422;
  /** A file in which the form for entries would change more than the entry. */
  "content/entry_not_editable": 422;
  /** A lesson whose form cannot be written without changing more of its file. */
  "content/head_not_editable": 422;
  "content/too_large": 413;
  "content/picture_too_large": 413;
  "content/too_many_files": 422;
  /** Files that some system takes for one. */
  "content/twins": 422;
  /** Files that lead out of the folder, or that some system cannot store. */
  "content/unsafe_names": 422;
  /** No MP4 or WebM with a picture; one that ends before the film does; no PDF. */
  "content/not_a_film": 422;
  "content/film_is_cut": 422;
  "content/not_a_sheet": 422;
  /** No Word document, or a damaged one; one that is too much to read. */
  "content/not_a_document": 422;
  "content/document_too_large": 413;
  "content/missing_files": 422;
  "content/wrong_checksum": 422;
  "attachment/too_large": 413;
  "attachment/wrong_kind": 415;
  /** A HEIC that the school's machine cannot read, so that nobody could see it. */
  "attachment/heic": 415;
  "attachment/empty": 422;
  "attachment/too_many": 422;
  /** A photo that ends early or cannot be read. */
  "attachment/damaged": 422;
  "activation/throttled": 429;
  "licence/unknown_serial": 404;
  "licence/not_registered": 409;
  "licence/no_seat": 409;
  "licence/other_version": 422;
  "video/texts_exist": 409;
  "message/not_found": 404;
  "measurement/not_found": 404;
  /** It was changed in another tab or on another machine. */
  "measurement/changed": 409;
  "draft/not_found": 404;
  "note/changed": 409;
  "comment/changed": 409;
  "video/texts_changed": 409;
  "organisation/not_found": 404;
  /** The account has stored as much as it may. */
  "account/storage_full": 507;
  /** The account has as many things of this kind as it may. */
  "account/limit_reached": 409;
  "account/too_many_writes": 429;
  "account/too_many_requests": 429;
  "server/not_found": 404;
  "server/closing": 503;
  "server/overloaded": 503;
  "server/database_away": 503;
  "server/store_away": 503;
  "server/storage_full": 507;
  "server/unexpected_error": 500;
}

export type ProblemCode = keyof ProblemStatus;

/** RFC 9457 problem details, the body of every error answer. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  code: ProblemCode;
  errors?: { path: string; message: string }[];
  /** With `session/second_factor`. */
  secondFactor?: SentSecondStep;
}

/** The part of a problem that a client reads. Other servers may leave it out. */
export const problem = v.object({
  code: v.nullish(v.string(), ""),
  /** A `secondStep`, which only those decode who are asked for one. */
  secondFactor: v.nullish(v.unknown()),
});
