import * as v from "valibot";
import { wholeNumber } from "../school/settings/setting-fields.ts";

/** How the school reaches its bucket in an S3-compatible store. */
export interface StoreSettings {
  readonly bucket: string;
  /** The prefix of all object names; empty, or ending in a slash. */
  readonly prefix: string;
  /** The store's address without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  /** The origin of a content delivery network before the store; null for none. */
  readonly cdn: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type StoreAddressSettings = Omit<StoreSettings, "accessKeyId" | "secretAccessKey">;

const RULE =
  "STORE_URL must be an address such as s3://BUCKET?endpoint=https://s3.example.com&region=eu-central-1";

const PARAMETERS = new Set(["endpoint", "region", "cdn"]);
const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*\/$/;
const REGION = /^[a-z\d-]{1,40}$/;

/** The region if `STORE_URL` has none. */
const DEFAULT_REGION = "us-east-1";

const httpAddress = (text: string): URL | null => {
  const url = URL.parse(text);
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  return isPlain && /^https?:$/.test(url.protocol) ? url : null;
};

const parse = (value: string): StoreAddressSettings | null => {
  const url = URL.parse(value);
  if (url?.protocol !== "s3:" || url.username || url.password || url.port || url.hash) return null;
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.has(name))) return null;
  const bucket = url.hostname;
  const path = url.pathname.replace(/^\/+|\/+$/g, "");
  const prefix = path === "" ? "" : `${path}/`;
  const region = url.searchParams.get("region") ?? DEFAULT_REGION;
  const endpoint = httpAddress(
    url.searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`,
  );
  const given = url.searchParams.get("cdn");
  const cdn = given === null ? null : httpAddress(given);
  const isValid = BUCKET.test(bucket) && (prefix === "" || PREFIX.test(prefix));
  if (!isValid || !REGION.test(region) || !endpoint) return null;
  if (given !== null && cdn?.pathname !== "/") return null;
  return {
    bucket,
    prefix,
    endpoint: endpoint.href.replace(/\/+$/, ""),
    region,
    cdn: cdn?.origin ?? null,
  };
};

export const storeUrl = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const settings = parse(dataset.value);
    if (settings) return settings;
    addIssue({ message: RULE });
    return NEVER;
  }),
);

/** The environment variables about the store. */
export const storeVariables = {
  STORE_URL: v.optional(storeUrl),
  STORE_CACHE_MB: v.optional(
    wholeNumber(99_999_999, "STORE_CACHE_MB must be a whole number of megabytes"),
    "1024",
  ),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
};

type StoreVariables = v.InferOutput<v.ObjectSchema<typeof storeVariables, undefined>>;

/** Whether the access keys are set, or none are needed because no bucket is set. */
export const hasStoreKeys = ({
  STORE_URL,
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
}: StoreVariables): boolean =>
  STORE_URL === undefined ||
  (AWS_ACCESS_KEY_ID !== undefined && AWS_SECRET_ACCESS_KEY !== undefined);

export const readStoreSettings = (
  variables: StoreVariables,
): { store?: StoreSettings; storeCacheMb: number } => ({
  ...(variables.STORE_URL && {
    store: {
      ...variables.STORE_URL,
      accessKeyId: variables.AWS_ACCESS_KEY_ID ?? "",
      secretAccessKey: variables.AWS_SECRET_ACCESS_KEY ?? "",
    },
  }),
  storeCacheMb: variables.STORE_CACHE_MB,
});
