import { Component, type ReactNode } from "react";

/**
 * Translators and extensions move what React has rendered, and React may fail when it takes that away:
 * without a boundary it drops everything. This one renders its children anew while the old ones still
 * stand, so that the form reads from them what was typed (use-typed-before.ts). Children that fail at
 * once again are a fault of ours, which React reports.
 */
export class RemountOnError extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError() {
    return null;
  }

  override render() {
    return this.props.children;
  }
}
