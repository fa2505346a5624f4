import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import type { MarkSteps } from './mark-steps.ts';

/**
 * A chart for the keyboard: one stop of Tab, in which arrows, Home and End move the mark in view, Enter opens it and
 * Escape puts back what was in view before. Presses of what lies in the frame are its own.
 */
export function ChartFrame<Place>(props: {
  readonly label: string;
  readonly describedBy?: string;
  readonly frame?: RefObject<HTMLDivElement | null>;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  readonly testId?: string;
  readonly steps: MarkSteps<Place>;
  readonly onStep: (to: Place) => void;
  readonly onOpen: () => void;
  /** Null: there is nothing to put back; absent: nothing ever is. */
  readonly onReset?: (() => void) | null;
  readonly onPointerMove?: (event: MouseEvent) => void;
  readonly onClick?: (event: MouseEvent) => void;
  readonly onDoubleClick?: () => void;
  readonly children: ReactNode;
}) {
  const { steps, onStep, onOpen, onReset } = props;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey) return;
    const to = steps[event.key];
    if (to !== undefined) onStep(to);
    else if (event.key === 'Enter') onOpen();
    else if (event.key === 'Escape' && typeof onReset === 'function') {
      // Otherwise the parts around it would close on it.
      event.stopPropagation();
      onReset();
    } else return;
    event.preventDefault();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure that takes the arrow keys
    <div
      ref={props.frame}
      className={props.className}
      style={props.style}
      role="group"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-keyshortcuts={[...Object.keys(steps), 'Enter', ...(onReset === undefined ? [] : ['Escape'])].join(
        ' ',
      )}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the mark in view
      tabIndex={0}
      data-testid={props.testId}
      onKeyDown={onKeyDown}
      onPointerMove={props.onPointerMove}
      onClick={props.onClick}
      onDoubleClick={props.onDoubleClick}
    >
      {props.children}
    </div>
  );
}

/** Where in an element the pointer is, in px from its corner. */
export function pointerIn(
  element: HTMLElement | null,
  event: MouseEvent,
): { readonly x: number; readonly y: number } {
  const bounds = element?.getBoundingClientRect();
  return { x: event.clientX - (bounds?.left ?? 0), y: event.clientY - (bounds?.top ?? 0) };
}
