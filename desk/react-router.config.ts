import type { Config } from "@react-router/dev/config";
import boutique from "../react-router.config.ts";
import { prerendered } from "./routes.ts";

export default { ...boutique, appDirectory: ".", prerender: prerendered } satisfies Config;
