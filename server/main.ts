import { serve } from "./serve.ts";

await serve(process.argv[2] ?? "build/client");
