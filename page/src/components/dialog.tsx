import { useLayoutEffect, useRef } from "preact/hooks";
import { openLayer } from "../address";
import "./dialog.css";

/** iOS 15.0 to 15.3 have no dialogs: there it is a sheet above the page. */
const HAS_DIALOGS = typeof HTMLDialogElement === "function";

/** A dialog above the page; Escape and the way back close it, and what had the focus gets it back. */
export function Dialog({
  look = "picker",
  titleId,
  label,
  onClose,
  onKey = () => undefined,
  children,
}: {
  /** Its class in the style sheet. */
  look?: string;
  /** Id of its heading; without one `label` names it. */
  titleId?: string;
  label?: string;
  onClose: () => void;
  onKey?: (event: KeyboardEvent) => void;
  children: preact.ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closing = useRef(onClose);
  closing.current = onClose;
  // Before the next key is heard: an Escape right after the tap closes it, too.
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (HAS_DIALOGS) dialog.current?.showModal();
    const closeLayer = openLayer(() => closing.current());
    return () => {
      closeLayer();
      if (HAS_DIALOGS) dialog.current?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={HAS_DIALOGS ? look : `${look} sheet`}
      aria-labelledby={titleId}
      aria-label={label}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        onKey(event);
      }}
    >
      {children}
    </dialog>
  );
}
