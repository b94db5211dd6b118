// The parts of the two packages that we use. Type checks run without the packages, because they take
// 170 MB with their dependencies and only benchmarks need them.
declare module "puppeteer-core" {
  export interface Page {
    /** The page's own session, which no public method returns. */
    _client: () => { send: (command: "Runtime.disable" | "Runtime.enable") => Promise<void> };
    mouse: { down: () => Promise<void>; up: () => Promise<void> };
    tracing: {
      start: (options: { categories: string[] }) => Promise<void>;
      stop: () => Promise<Uint8Array>;
    };
    emulateCPUThrottling: (factor: number) => Promise<void>;
    evaluate: <Result>(read: () => Result) => Promise<Result>;
    goto: (url: string, options: { waitUntil: "networkidle0" }) => Promise<unknown>;
    waitForSelector: (selector: string) => Promise<{
      hover: () => Promise<void>;
      tap: () => Promise<void>;
      touchStart: () => Promise<{ end: () => Promise<void> }>;
    }>;
  }
  export interface Browser {
    pages: () => Promise<[Page]>;
    wsEndpoint: () => string;
    close: () => Promise<void>;
  }
  export interface Target {
    /** Chromium's description of the target, which no public method returns. */
    _getTargetInfo: () => { subtype?: string };
  }
  export function launch(options: object): Promise<Browser>;
}

declare module "lighthouse" {
  export interface Report {
    lighthouseVersion: string;
    runtimeError?: { message: string };
    environment: { benchmarkIndex: number };
    categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { title: string; score: number | null; numericValue?: number }>;
  }
  export default function lighthouse(
    url: string,
    flags: object,
    config: undefined,
    page: import("puppeteer-core").Page,
  ): Promise<{ lhr: Report }>;
}
