import { facts } from "./facts/page-facts.ts";

/** The owner's sentence on top of the home page, such as the last day to order for Christmas. */
export const Notice = () =>
  facts.notice ? (
    <p className="bg-night px-5 py-3 text-balance text-center text-on-night text-small">
      {facts.notice}
    </p>
  ) : null;
