/** Properties of the request that React Router would check before our code runs. */
export interface Caller {
  method: string;
  methods: string[];
  origin: string | undefined;
  /** The client's network address; empty if a proxy does not say it. */
  address: string;
}
