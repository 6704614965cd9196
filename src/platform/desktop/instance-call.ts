import * as v from "valibot";
import { parseJson } from "../../lib/parse-json.ts";
import { type InstanceFolder, LOCK_FILE, readText, sleep, writeText } from "./instance-files.ts";

/** A request of a second start to the window that is open. */
export interface InstanceCall {
  /** Absolute path of a file to open; null if there is none. */
  open: string | null;
}

const CALL = "state/instance.call";
const ANSWER = "state/instance.answer";

/** How often the open window looks for a request. Reading a missing file costs less than a heartbeat. */
const LOOK_MS = 1000;
/** How often a second start looks for the answer. */
const WAIT_MS = 100;
/** How long to wait for the answer of the open window, also on a slow machine. */
const MAX_WAIT_MS = 4000;

const call = v.object({
  version: v.literal(1),
  id: v.string(),
  open: v.nullable(v.string()),
});

/**
 * Passes a request to the window that owns the folder, if there is one.
 * @param id unique for each request
 * @param settled resolves to true if this window owns the folder, else to false
 * @returns whether the other window has answered and will do what was requested
 */
export const callInstance = async (
  folder: InstanceFolder,
  id: string,
  { open }: InstanceCall,
  settled: Promise<boolean>,
): Promise<boolean> => {
  if ((await folder.read(LOCK_FILE)) === null) return false;
  // If this window owns the folder there is no need to wait.
  const isOurs = settled.then((ours) => ours || new Promise<never>(() => undefined));
  await folder.remove(ANSWER);
  await writeText(folder, CALL, JSON.stringify({ version: 1, id, open }));
  for (let waited = 0; waited < MAX_WAIT_MS; waited += WAIT_MS) {
    if (await Promise.race([isOurs, sleep(WAIT_MS).then(() => false)])) break;
    if ((await readText(folder, ANSWER)) !== id) continue;
    await folder.remove(ANSWER);
    return true;
  }
  await folder.remove(CALL);
  return false;
};

/**
 * Answers the requests of later starts, in the window that owns the folder.
 * @param onCall does what is requested
 * @returns a function that stops it
 */
export const answerCalls = (
  folder: InstanceFolder,
  onCall: (wanted: InstanceCall) => void,
): (() => void) => {
  let stopped = false;
  const look = async (): Promise<void> => {
    const text = await readText(folder, CALL);
    if (text === null || stopped) return;
    await folder.remove(CALL);
    const wanted = parseJson(text, call);
    if (!wanted) return;
    await writeText(folder, ANSWER, wanted.id);
    onCall({ open: wanted.open });
  };
  const keepLooking = async (): Promise<void> => {
    while (!stopped) {
      await look();
      await sleep(LOOK_MS);
    }
  };
  void keepLooking();
  return () => {
    stopped = true;
  };
};
