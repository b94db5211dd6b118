/** Of Node's `process`, pages know the settings: they are written in when the shop is built. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
