import { Component, type ReactNode } from "react";

/**
 * Translators and extensions move nodes that React has rendered. React may then fail to remove them, and
 * without a boundary it unmounts everything. This one renders its children again while the old nodes are still
 * in the page, so that the form can read the typed values from them (use-typed-before.ts). If the children
 * fail again at once, React reports the error.
 */
export class RemountOnError extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError() {
    return null;
  }

  override render() {
    return this.props.children;
  }
}
