import { S3ServiceError } from "s3mini";
import type { StoreSettings } from "./store-settings.ts";

/** An answer of the store that is an error. */
export interface StoreError {
  readonly status: number;
  /** S3's name for it; null where the store gives none, as for a HEAD. */
  readonly code: string | null;
}

const CODE = /<Code>\s*(\w+)\s*<\/Code>/;
/** s3mini's code for an answer in which it finds none. */
const NO_CODE = "Unknown";

/** The error that the store has answered with; null for any other failure. */
export const storeErrorOf = (reason: unknown): StoreError | null => {
  const { cause } = (reason ?? {}) as { cause?: unknown };
  const error = [reason, cause].find((one) => one instanceof S3ServiceError);
  if (!error) return null;
  const { status, serviceCode, body } = error;
  // s3mini reads the code only from one media type, and stores send several.
  const code = serviceCode === NO_CODE ? CODE.exec(body ?? "")?.[1] : serviceCode;
  return { status, code: code ?? null };
};

/** The statuses with which a store refuses access. */
const REFUSED = new Set([400, 401, 403]);

type Sentence = (settings: StoreSettings) => string;

const REGION: Sentence = ({ endpoint, region }) =>
  `The store at ${endpoint} does not take requests for the region ${region}. Correct the region in STORE_URL.`;

/** By S3's error codes. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  InvalidAccessKeyId: ({ endpoint }) =>
    `The store at ${endpoint} does not know the key in AWS_ACCESS_KEY_ID. Correct it.`,
  SignatureDoesNotMatch: ({ endpoint }) =>
    `The store at ${endpoint} refuses the school's signature. Correct AWS_SECRET_ACCESS_KEY: it is not the secret of the key in AWS_ACCESS_KEY_ID.`,
  RequestTimeTooSkewed: ({ endpoint }) =>
    `The store at ${endpoint} refuses this machine's time (${new Date().toISOString()}). Set the clock of this machine.`,
  AuthorizationHeaderMalformed: REGION,
  InvalidRegionName: REGION,
  AccessDenied: ({ endpoint, bucket }) =>
    `The store at ${endpoint} denies the key in AWS_ACCESS_KEY_ID the bucket ${bucket}. Let the key list, read, write and delete there.`,
};

/** Why the store refuses access, as a sentence for the administrator; null for other errors. */
export const describeRefusal = (
  { status, code }: StoreError,
  settings: StoreSettings,
): string | null => {
  const known = code === null ? undefined : SENTENCES[code];
  if (known) return known(settings);
  if (!REFUSED.has(status)) return null;
  const { endpoint, bucket } = settings;
  return `The store at ${endpoint} refuses the school's requests for the bucket ${bucket} (${code ?? status}). Correct AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the region in STORE_URL, and let the key list, read, write and delete there.`;
};
