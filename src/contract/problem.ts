import * as v from "valibot";

/** The error codes of the catalogue and those made in its form. A server may send others. */
export type ProblemCode =
  | "login/user_not_found"
  | "login/unexpected_error"
  | "login/throttled"
  | "forgot_password/error"
  | "password/wrong_password"
  | "session/no_token"
  | "session/not_allowed"
  | "request/malformed"
  | "request/invalid"
  | "request/wrong_type"
  | "request/too_large"
  | "request/in_progress"
  | "lesson/not_active"
  | "lesson/not_found"
  | "download/not_found"
  | "product/not_found"
  | "course/not_found"
  | "course/expired"
  | "asset/not_found"
  | "assignment/not_found"
  | "assignment/accepted"
  | "attachment/too_large"
  | "attachment/wrong_kind"
  | "attachment/empty"
  | "attachment/too_many"
  | "activation/throttled"
  | "licence/unknown_serial"
  | "licence/not_registered"
  | "licence/no_seat"
  | "licence/other_version"
  | "video/texts_exist"
  | "message/not_found"
  | "measurement/not_found"
  | "organisation/not_found"
  | "server/not_found"
  | "server/closing"
  | "server/overloaded"
  | "server/storage_full"
  | "server/unexpected_error";

/** RFC 9457 problem details, the body of every error answer. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  code: ProblemCode;
  errors?: { path: string; message: string }[];
}

/** What a client reads of a problem; another server's may lack any part of it. */
export const problem = v.object({
  code: v.nullish(v.string(), ""),
});
