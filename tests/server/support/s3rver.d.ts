declare module "s3rver" {
  import type { IncomingMessage } from "node:http";

  interface Context {
    readonly req: IncomingMessage;
    status: number;
    type: string;
    body: string;
  }

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    /** Of Koa; those in front run first. */
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
