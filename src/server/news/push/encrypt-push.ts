import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys of a browser's subscription, in base64url. */
interface PushKeys {
  /** A point of the curve P-256, uncompressed. */
  readonly p256dh: string;
  /** 16 bytes that only the browser and the school know. */
  readonly auth: string;
}

/** What is random in a message; the standard's example gives it. */
interface PushRandom {
  readonly salt: Uint8Array;
  /** The private key of the sender's pair, which is made for one message. */
  readonly privateKey: Uint8Array;
}

const CURVE = "prime256v1";
/** A message is one record (RFC 8188), so every size that it fits in is right. */
const RECORD_SIZE = 4096;
const TAG_LENGTH = 16;
/** Ends the last record; what would follow is padding. */
const LAST_RECORD = Buffer.of(2);

/** The longest text that fits in one record. */
export const MAX_PUSH_BYTES = RECORD_SIZE - TAG_LENGTH - LAST_RECORD.length;

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

const newRandom = (): PushRandom => {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return { salt: randomBytes(16), privateKey: pair.getPrivateKey() };
};

/** Whether keys are those of a browser: a point of the curve, and 16 bytes. */
export const arePushKeys = ({ p256dh, auth }: PushKeys): boolean => {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, "base64url").length !== 16) {
    return false;
  }
  const pair = createECDH(CURVE);
  pair.generateKeys();
  try {
    pair.computeSecret(point);
    return true;
  } catch {
    // It is not on the curve.
    return false;
  }
};

/*
 * The package web-push brings sixteen others for what Node's own functions do here in thirty lines, which the
 * standard's example verifies.
 */

/**
 * Encrypts a message for a browser (RFC 8291, in the form `aes128gcm` of RFC 8188), so that the service
 * which delivers it cannot read it.
 * @param message at most `MAX_PUSH_BYTES`
 * @throws an Error if it is longer, or the keys are those of no browser
 */
export const encryptPush = (
  message: Uint8Array,
  { p256dh, auth }: PushKeys,
  { salt, privateKey }: PushRandom = newRandom(),
): Buffer => {
  if (message.length > MAX_PUSH_BYTES) throw new Error("The message does not fit in a record");
  const browser = Buffer.from(p256dh, "base64url");
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  const sender = pair.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), browser, sender]);
  const secret = pair.computeSecret(browser);
  const key = derive(secret, Buffer.from(auth, "base64url"), keyInfo, 32);
  const contentKey = derive(key, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(key, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", contentKey, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([
    salt,
    size,
    Buffer.of(sender.length),
    sender,
    cipher.update(message),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
};
