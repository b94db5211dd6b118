import { Fragment } from "react";

/** Each in a line of its own, as on a parcel. */
export const Lines = ({ of }: { of: string[] }) =>
  of.map((line) => (
    <Fragment key={line}>
      {line}
      <br />
    </Fragment>
  ));
