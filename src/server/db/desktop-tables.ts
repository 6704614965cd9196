import type { Handle, Secret } from "../secrets.ts";

/** Desktop apps and their serial numbers. */
export interface DesktopTables {
  serial_number: SerialNumberTable;
  /** What a person entered when a serial number was first activated. */
  registration: {
    serial: string;
    full_name: string;
    email: string;
    /** The country code, such as `GR`. */
    country: string;
    address: string;
    telephone: string;
    created: number;
  };
  /** Activated desktop apps. All apps of one machine share one seat. */
  activation: {
    /** Lets the app in as `X-License`. */
    id: Secret;
    /** Null for an app that an earlier version has activated, until its first ticket. */
    handle: Handle | null;
    serial: string;
    /** A hash of the machine's own id. */
    computer_id: string;
    license_id: string;
    hardware: string;
    created: number;
    /** The last day of a licence file; null for an app that checks with the school. */
    until: string | null;
  };
}

/** Serial numbers, in lower case, that activate the desktop app. */
export interface SerialNumberTable {
  serial: string;
  /** The owner's account; null for a number that the school has issued. */
  account_id: number | null;
  /** A note on who it was issued to; may be empty. */
  name: string;
  /** The number of machines that it can activate. */
  seats: number;
  /** A list of course ids; null for all courses of the school, or of the owner. */
  courses: string | null;
  created: number;
  /** When it was revoked. */
  revoked: number | null;
}
