import { shown } from "../shop/shown-facts.ts";

/** The owner's sentence on top of the home page, such as the last day to order for Christmas. */
export const Notice = () =>
  shown.notice ? (
    <p className="bg-night px-5 py-3 text-balance text-center text-on-night text-small">
      {shown.notice}
    </p>
  ) : null;
