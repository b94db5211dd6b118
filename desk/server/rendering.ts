import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Bodies } from "../../server/site.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";

/** What a thread of render-thread.ts does. */
export interface Task {
  /** The folder of the site. */
  folder: string;
  task: "terms" | "pages";
}

/** A page as it is sent. */
export interface RenderedPage {
  address: string;
  bodies: Bodies;
}

/**
 * Renders in a thread, because modules read the facts once, when they load (checkout/facts/page-facts.ts), and
 * because subsetting styles and fonts would block the server for a second.
 */
export interface Rendering {
  terms: (facts: ShownFacts) => Promise<string>;
  /** The pages that differ from their files. */
  pages: (facts: ShownFacts) => Promise<RenderedPage[]>;
}

async function exitOf(thread: Worker): Promise<never> {
  const [code] = await once(thread, "exit");
  throw new Error(`The render thread exited with code ${code} before it answered.`);
}

/**
 * @param program the path of render-thread.ts in the build
 * @param folder the folder of the site
 */
export function renderingOf(program: string, folder: string): Rendering {
  async function start(task: Task["task"], facts: ShownFacts) {
    const thread = new Worker(program, {
      env: { ...process.env, SHOWN_FACTS: JSON.stringify(facts) },
      workerData: { folder, task } satisfies Task,
    });
    const [answer] = await Promise.race([once(thread, "message"), exitOf(thread)]).finally(() =>
      thread.terminate(),
    );
    return answer;
  }
  return {
    terms: (facts) => start("terms", facts),
    pages: (facts) => start("pages", facts),
  };
}
