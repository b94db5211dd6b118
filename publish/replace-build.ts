import { existsSync, renameSync, rmSync } from "node:fs";
import { buildFolder } from "./build-folder.ts";

/**
 * Lets `work` finish the output of `react-router build`, and puts it in the place of the last build. A failure
 * leaves the last build as it is.
 * @param work gets the folder of the output
 */
export async function replaceBuild(work: (folder: string) => Promise<void>): Promise<void> {
  const made = `.cache/${buildFolder}`;
  const last = `${made}-last`;
  try {
    await work(made);
    rmSync(last, { recursive: true, force: true });
    if (existsSync(buildFolder)) renameSync(buildFolder, last);
    try {
      renameSync(made, buildFolder);
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
