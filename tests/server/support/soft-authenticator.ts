import { createSign, generateKeyPairSync, hash, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const sha256 = (data: string | Buffer): Buffer => hash("sha256", data, "buffer");

const PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

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
  counter = 0;
  readonly id = randomBytes(32);
  readonly #rpId: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(rpId: string) {
    this.#rpId = rpId;
  }

  /** The answer to `navigator.credentials.create`. */
  register(page: Page) {
    const clientData = this.#clientData("webauthn.create", page);
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const authData = this.#authData(page, HAS_CREDENTIAL, credential);
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return this.#answer({
      clientDataJSON: clientData.toString("base64url"),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
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
      .sign(this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }

  #answer<Response>(response: Response) {
    const id = this.id.toString("base64url");
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

  /** An ES256 key of COSE (RFC 9053): its type, algorithm and curve, and the point on it. */
  #coseKey(): Uint8Array {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
  }
}
