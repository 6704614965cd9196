import type { App } from "../../../app-context/app.ts";
import { personIdOf } from "../../../app-context/person-id.ts";
import { useService } from "../../../app-context/service.ts";
import { type CaptionsService, createCaptions } from "./captions.ts";
import { createVideoFiles, type VideoFiles } from "./video-files.ts";
import { createVideoMemory, type VideoMemory } from "./video-memory.ts";

declare const FILE_SERVER: string;

const createVideoFilesOf = ({ transport: { send, sendForBytes, assetAddress } }: App) =>
  createVideoFiles({ send, sendForBytes, base: FILE_SERVER, assetAddress });

const createCaptionsOf = ({ transport }: App) => createCaptions(transport.send);

const createVideoMemoryOf = (app: App) => createVideoMemory(app.machine.storage, personIdOf(app));

/** The files of the school's videos. */
export const useVideoFiles = (): VideoFiles => useService(createVideoFilesOf);

/** The captions of the school's videos. */
export const useCaptionsService = (): CaptionsService => useService(createCaptionsOf);

/** How the person watches videos. */
export const useVideoMemory = (): VideoMemory => useService(createVideoMemoryOf);
