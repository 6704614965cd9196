import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

const PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

const base64Url = (bytes: Buffer): string => bytes.toString("base64url");

/** CBOR: a byte string of 24 to 255 bytes. */
const byteString = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/** CBOR: a text of fewer than 24 characters. */
const shortText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** What a browser and a device tell of a page. An attack changes one of them. */
export interface Page {
  /** Another one is that of a page that imitates the school. */
  origin: string;
  challenge: string;
  /** What the device was asked for; absent: the right one. */
  type?: string;
  /** Whether the page is in a frame of another site. */
  crossOrigin?: boolean;
  /** The site of that frame; some browsers do not tell it. */
  topOrigin?: string;
  /** The domain that the device has signed for; absent: its own. */
  rpId?: string;
  /** Whether somebody has touched the device; absent: yes. */
  isPresent?: boolean;
}

/** A device with one passkey, as a browser shows it to a page. */
export class SoftAuthenticator {
  /** How often the device has signed. */
  counter = 0;
  readonly id = randomBytes(32);
  readonly #rpId: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  constructor(rpId: string) {
    this.#rpId = rpId;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** The answer to `navigator.credentials.create`. */
  register(page: Page) {
    const clientData = this.#clientData("webauthn.create", page);
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const authData = this.#authData(page, HAS_CREDENTIAL, credential);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      shortText("fmt"),
      shortText("none"),
      shortText("attStmt"),
      Buffer.from([0xa0]),
      shortText("authData"),
      byteString(authData),
    ]);
    return this.#answer({
      clientDataJSON: base64Url(clientData),
      attestationObject: base64Url(attestation),
      transports: ["internal"],
    });
  }

  /** The answer to `navigator.credentials.get`. */
  sign(page: Page) {
    this.counter += 1;
    const clientData = this.#clientData("webauthn.get", page);
    const authData = this.#authData(page, 0, Buffer.alloc(0));
    const signature = createSign("sha256")
      .update(Buffer.concat([authData, sha256(clientData)]))
      .sign(this.#privateKey);
    return this.#answer({
      clientDataJSON: base64Url(clientData),
      authenticatorData: base64Url(authData),
      signature: base64Url(signature),
    });
  }

  #answer<Response>(response: Response) {
    const id = base64Url(this.id);
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }

  #clientData(right: string, page: Page): Buffer {
    const { type = right, challenge, origin, crossOrigin = false, topOrigin } = page;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin }));
  }

  #authData({ rpId = this.#rpId, isPresent = true }: Page, more: number, rest: Buffer): Buffer {
    const flags = Buffer.from([(isPresent ? PRESENT : 0) | more]);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), flags, counter, rest]);
  }

  /** COSE: an ES256 key. */
  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      byteString(Buffer.from(x, "base64url")),
      Buffer.from([0x22]),
      byteString(Buffer.from(y, "base64url")),
    ]);
  }
}
