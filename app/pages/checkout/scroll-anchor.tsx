import { Component, createRef, type ReactNode } from "react";

interface Props {
  /** Until then the browser itself restores the scroll position. */
  hydrated: boolean;
  children: ReactNode;
}

/**
 * Keeps its children where they are on the screen when something above them appears or disappears, by
 * scrolling the page. Browsers' scroll anchoring compensates only for changes above the viewport, and Safari
 * has none.
 */
export class ScrollAnchor extends Component<Props> {
  private element = createRef<HTMLDivElement>();

  private top() {
    return this.element.current?.getBoundingClientRect().top ?? 0;
  }

  override getSnapshotBeforeUpdate() {
    return this.top();
  }

  override componentDidUpdate(previous: Props, _state: unknown, before: number) {
    const moved = this.top() - before;
    if (previous.hydrated && moved !== 0 && before < innerHeight) scrollBy(0, moved);
  }

  override render() {
    return <div ref={this.element}>{this.props.children}</div>;
  }
}
