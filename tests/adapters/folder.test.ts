import { createMemoryFolder } from "../../src/platform/memory/memory-folder.ts";
import { folderSuite } from "./folder-suite.ts";

folderSuite("memory", createMemoryFolder);
