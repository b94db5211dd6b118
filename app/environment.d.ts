/** Pages read only settings from Node's `process`. The build replaces them with their values. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
