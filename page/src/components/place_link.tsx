import type { ComponentChildren } from "preact";
import { addressOf, goTo, type Spot } from "../address";

interface Wanted {
  readonly to: Spot;
  readonly class: string;
  readonly isCurrent?: boolean;
  /** Does more than to show the place. */
  readonly onFollow?: () => void;
  readonly children: ComponentChildren;
}

/** A link to a place of this page. A tap shows what is there: the browser would open the address,
 * and a hand's is a link that carries no photo. */
export function PlaceLink({ to, class: name, isCurrent, onFollow, children }: Wanted) {
  const follow = (event: MouseEvent) => {
    const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (isForNewTab) return;
    event.preventDefault();
    onFollow?.();
    goTo(to);
  };
  return (
    <a
      class={name}
      href={addressOf(to)}
      aria-current={isCurrent === true ? "page" : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}
