import { createHash } from "node:crypto";
import { checkLicense, checkRegistration, deactivate } from "../../../src/contract/activation.ts";
import { createLicence, type LicenceEnd } from "../../../src/offline/licence/licence.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { answerTo } from "../../answer-to.ts";
import { openTransport } from "./open-transport.ts";
import { createOverrides } from "./small-school.ts";

/** Registered by Dana. */
export const REGISTERED = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9";
/** Known, and not registered. */
export const FRESH = "11111111-2222-3333-4444-555555555555";
/** Known, with no seat left. */
export const FULL = "99999999-8888-7777-6666-555555555555";

export const FORM = {
  fullname: "Dana Levi",
  email: "dana@school.example",
  country: "IL",
  address: "1 Thread Street",
  telephone: "+972 2 555 0100",
};

export const hash = (...parts: string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex");

const createKey = async () => {
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(curve, true, ["sign", "verify"]);
  const spki = await crypto.subtle.exportKey("spki", pair.publicKey);
  return { privateKey: pair.privateKey, publicKey: Buffer.from(spki).toString("base64url") };
};

type Reply = Response | Promise<Response>;

/** A school that issues licences, written from the contract. Its answers can be replaced. */
export const createLicenceSchool = async () => {
  const { privateKey, publicKey } = await createKey();
  const names = new Map(Object.entries({ [REGISTERED]: "Dana Levi", [FRESH]: "", [FULL]: "Ruth" }));
  const seats = new Map<string, { serialNumber: string; computerId: string }>();
  const revoked = new Set<string>();
  const requests: { call: string; url: URL; body: Record<string, string> }[] = [];
  const { instead, holds, ...overrides } = createOverrides<() => Reply>();
  const network = { up: true };

  const sign = async (claims: object): Promise<string> => {
    const text = Buffer.from(JSON.stringify(claims)).toString("base64url");
    const method = { name: "ECDSA", hash: "SHA-256" };
    const signature = await crypto.subtle.sign(method, privateKey, Buffer.from(text));
    return `${text}.${Buffer.from(signature).toString("base64url")}`;
  };

  /** Gives a machine a seat, and says what of it is signed. */
  const take = (
    serialNumber: string,
    computerId: string,
    activationId = `activation-${seats.size + 1}`,
  ) => {
    seats.set(activationId, { serialNumber, computerId });
    const issued = "2026-03-02T09:00:00Z";
    return { activationId, serialNumber, computerId, fullName: "Dana Levi", issued };
  };

  const keyId = hash(publicKey).slice(0, 16);

  /** Signs the request of a machine without a network, as the contract has it. */
  const signFile = async (request: string, until: string, more: object = {}): Promise<string> => {
    const parts = JSON.parse(Buffer.from(request.split(".")[1] ?? "", "base64url").toString());
    const [serialNumber, computerId, licenseId] = parts;
    const known = [...seats].find(([, seat]) => seat.computerId === computerId);
    const claims = { ...take(serialNumber, computerId, known?.[0]), licenseId, until, keyId };
    return `LSL1.${await sign({ ...claims, ...more })}`;
  };

  const activate = async (body: Record<string, string>): Promise<string> => {
    const { serialNumber = "", computerId = "", licenseId = "", hardware = "" } = body;
    if (!names.has(serialNumber)) return "Error404";
    if (body.hash !== hash(hardware, computerId, licenseId, serialNumber)) return "Error100";
    if (serialNumber === FULL) return "Error300";
    const seat = take(serialNumber, computerId);
    const key = hash(serialNumber, computerId, licenseId, "activation");
    return [key, seat.activationId, await sign({ ...seat, licenseId })].join("\n");
  };

  const replies: Record<string, (url: URL, body: Record<string, string>) => Reply> = {
    "GET /user/check_registration": (url) => {
      const name = names.get(url.searchParams.get("serialNumber") ?? "");
      const found = name === undefined ? { status: "error" } : { status: "ok", body: name };
      return Response.json(answerTo(checkRegistration, found as never));
    },
    "POST /user/check_activation": async (_, body) => new Response(await activate(body)),
    "POST /user/check_license": (_, { activationId = "" }) => {
      const known = seats.has(activationId) ? "ok" : "unknown";
      const status = revoked.has(activationId) ? "revoked" : known;
      return Response.json(answerTo(checkLicense, { status }));
    },
    "POST /user/deactivate": (_, { computerId, serialNumber }) => {
      for (const [id, seat] of seats) {
        if (seat.computerId === computerId && seat.serialNumber === serialNumber) seats.delete(id);
      }
      return Response.json(answerTo(deactivate, { status: "ok" }));
    },
  };

  return {
    ...{ publicKey, seats, revoked, requests, network, sign, signFile, ...overrides },
    count: (call: string) => requests.filter((request) => request.call === call).length,
    fetch: (async (input: RequestInfo | URL, init?: RequestInit) => {
      if (!network.up) throw new TypeError("Failed to fetch");
      const request = new Request(input, init);
      const url = new URL(request.url);
      const call = `${request.method} ${url.pathname}`;
      const text = await request.text();
      const body = text ? JSON.parse(text) : {};
      requests.push({ call, url, body });
      await holds.get(call);
      const reply = instead.get(call) ?? (() => replies[call]?.(url, body));
      return (await reply()) ?? new Response("", { status: 404 });
    }) as typeof fetch,
  };
};

export type LicenceSchool = Awaited<ReturnType<typeof createLicenceSchool>>;

interface OpenLicenceOptions {
  school?: LicenceSchool;
  machine?: ReturnType<typeof createMemoryMachine> & {
    wasDamaged?: (key: string) => Promise<boolean>;
  };
  /** As in the contract; null if the machine has no id. */
  computerId?: string | null;
  publicKey?: string | null;
}

/** The booted licence service of a machine in memory, with a school in this process. */
export const openLicence = async ({
  school,
  machine = createMemoryMachine(),
  computerId = "computer-1",
  publicKey,
}: OpenLicenceOptions = {}) => {
  const own = school ?? (await createLicenceSchool());
  const ends: LicenceEnd[] = [];
  const id = { value: computerId };
  const { send } = openTransport({ token: () => null, fetch: own.fetch });
  const identity = {
    computerId: async () => id.value,
    hardware: async () => "Linux\n2 cores\n4 GB",
  };
  const licence = createLicence({
    machine: { ...machine, identity },
    send,
    version: "1.1.2",
    publicKey: publicKey === undefined ? own.publicKey : publicKey,
  });
  licence.onLocked((why) => void ends.push(why));
  await licence.boot();
  return {
    ...{ licence, state: licence.state, school: own, machine, identity, ends, id },
    restart: (options: OpenLicenceOptions = {}) =>
      openLicence({ school: own, machine, computerId, publicKey, ...options }),
  };
};

/** The same, activated and in use. */
export const openActivated = async (options: OpenLicenceOptions = {}) => {
  const opened = await openLicence(options);
  const found = await opened.licence.register(REGISTERED);
  if (!found.ok) throw new Error(`not registered: ${found.failure.kind}`);
  const activated = await opened.licence.activate(found.value, FORM);
  if (!activated.ok) throw new Error(`not activated: ${activated.failure.kind}`);
  opened.licence.start();
  return opened;
};
