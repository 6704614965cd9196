import type { Kysely } from "kysely";
import { MAX_VOICE_BYTES, voiceKind } from "../../domain/voice.ts";
import { takesVoice } from "../content/import-school.ts";
import { type Tables, VOICE_POSITION } from "../db/schema.ts";
import { invalid } from "../problem.ts";
import type { Services } from "../services.ts";
import type { MarkedCopy } from "./marked-files.ts";

const FORM = /^[A-Za-z\d+/]+={0,2}$/;

/**
 * The bytes of a recording that comes with an answer.
 * @param voice in Base64
 * @throws HttpProblem 422 for what is none or too long, or at a school that takes none
 */
export const checkedVoice = async (read: Kysely<Tables>, voice: string): Promise<Buffer> => {
  if (!(await takesVoice(read))) throw invalid("voice", "is not taken by this school");
  const most = Math.ceil(MAX_VOICE_BYTES / 3) * 4;
  if (voice.length > most) throw invalid("voice", `must have at most ${MAX_VOICE_BYTES} bytes`);
  const bytes = FORM.test(voice) ? Buffer.from(voice, "base64") : Buffer.alloc(0);
  if (!voiceKind(bytes)) throw invalid("voice", "must be a recording in WebM, Ogg or MP4");
  return bytes;
};

/** Receives a checked recording. It lies in the upload folder until it is kept. */
export const receiveVoice = async (
  { uploads }: Pick<Services, "uploads">,
  bytes: Buffer,
): Promise<MarkedCopy> => {
  const { type = "", extension = "" } = voiceKind(bytes) ?? {};
  const received = await uploads.receive(once(bytes), MAX_VOICE_BYTES);
  const row = { position: VOICE_POSITION, drawing: "[]", pins: null };
  return { ...received, ...row, name: `voice.${extension}`, type };
};

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
