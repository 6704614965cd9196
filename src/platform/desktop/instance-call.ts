import * as v from "valibot";
import type { Folder } from "../ports.ts";

/** What a second start wants of the window that is open already. */
export interface InstanceCall {
  /** Absolute path of a file that the app was opened with; null for none. */
  open: string | null;
}

const LOCK = "state/instance.lock";
const CALL = "state/instance.call";
const ANSWER = "state/instance.answer";

/** The open window looks so often: reading a file that is not there costs less than its sign of life. */
const LOOK_MS = 1000;
/** A second start looks so often for the answer. */
const WAIT_MS = 100;
/** The longest that an open window takes to answer, on a slow machine too. */
const MAX_WAIT_MS = 4000;

const call = v.object({
  version: v.literal(1),
  id: v.string(),
  open: v.nullable(v.string()),
});

type Files = Pick<Folder, "read" | "write" | "remove">;

const readText = async (folder: Files, file: string): Promise<string | null> => {
  const bytes = await folder.read(file);
  return bytes && new TextDecoder().decode(bytes);
};

const decode = (text: string): v.InferOutput<typeof call> | null => {
  try {
    const decoded = v.safeParse(call, JSON.parse(text));
    return decoded.success ? decoded.output : null;
  } catch {
    return null;
  }
};

const inMs = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Calls the window that has the folder, where there may be one.
 * @param id another for each call
 * @param settled comes to its end once it is known whose the folder is: true where it is this one's
 * @returns whether that window has answered; then it has done what was wanted
 */
export const callInstance = async (
  folder: Files,
  id: string,
  { open }: InstanceCall,
  settled: Promise<boolean>,
): Promise<boolean> => {
  if ((await folder.read(LOCK)) === null) return false;
  // A folder that is this window's needs no more waiting.
  const isOurs = settled.then((ours) => ours || new Promise<never>(() => undefined));
  await folder.remove(ANSWER);
  const text = JSON.stringify({ version: 1, id, open });
  await folder.write(CALL, new TextEncoder().encode(text));
  for (let waited = 0; waited < MAX_WAIT_MS; waited += WAIT_MS) {
    if (await Promise.race([isOurs, inMs(WAIT_MS).then(() => false)])) break;
    if ((await readText(folder, ANSWER)) !== id) continue;
    await folder.remove(ANSWER);
    return true;
  }
  await folder.remove(CALL);
  return false;
};

/**
 * Answers the calls of later starts, for the window that has the folder.
 * @param onCall does what is wanted
 * @returns a function that stops it
 */
export const answerCalls = (
  folder: Files,
  onCall: (wanted: InstanceCall) => void,
): (() => void) => {
  let stopped = false;
  const look = async (): Promise<void> => {
    const text = await readText(folder, CALL);
    if (text === null || stopped) return;
    await folder.remove(CALL);
    const wanted = decode(text);
    if (!wanted) return;
    await folder.write(ANSWER, new TextEncoder().encode(wanted.id));
    onCall({ open: wanted.open });
  };
  const keepLooking = async (): Promise<void> => {
    while (!stopped) {
      await look();
      await inMs(LOOK_MS);
    }
  };
  void keepLooking();
  return () => {
    stopped = true;
  };
};
