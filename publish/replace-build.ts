import { existsSync, renameSync, rmSync } from "node:fs";
import { buildFolder } from "./build-folder.ts";

/**
 * Runs `work` on the output of `react-router build`, and then replaces the last build with it. After a failure
 * the last build is unchanged.
 * @param work receives the folder of the output
 */
export async function replaceBuild(work: (folder: string) => Promise<void>): Promise<void> {
  const output = `.cache/${buildFolder}`;
  const last = `${output}-last`;
  try {
    await work(output);
    rmSync(last, { recursive: true, force: true });
    if (existsSync(buildFolder)) renameSync(buildFolder, last);
    try {
      renameSync(output, buildFolder);
    } catch (error) {
      if (existsSync(last)) renameSync(last, buildFolder);
      throw error;
    }
    rmSync(last, { recursive: true, force: true });
  } catch (error) {
    console.error(`No se puede publicar la tienda: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
