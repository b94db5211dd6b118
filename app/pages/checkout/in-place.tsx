import { Component, createRef, type ReactNode } from "react";

/**
 * What comes or goes above it does not move it from under the finger: the page is scrolled by as much.
 * Browsers do that only for what stands above the screen, and Safari not even there.
 */
export class InPlace extends Component<{ children: ReactNode }> {
  private element = createRef<HTMLDivElement>();

  private top() {
    return this.element.current?.getBoundingClientRect().top ?? 0;
  }

  override getSnapshotBeforeUpdate() {
    return this.top();
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: number) {
    const moved = this.top() - before;
    if (moved !== 0 && before < innerHeight) scrollBy(0, moved);
  }

  override render() {
    return <div ref={this.element}>{this.props.children}</div>;
  }
}
