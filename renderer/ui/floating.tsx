import { Dialog } from '@base-ui/react/dialog';
import { Popover } from '@base-ui/react/popover';
import type { ComponentProps, ReactNode } from 'react';
import ui from './controls.module.css';

/** A dialog that is open as long as it is drawn; Escape and a press beside it close it. One over another covers it too. */
export function ModalDialog({
  onClose,
  ...popup
}: ComponentProps<typeof Dialog.Popup> & {
  readonly onClose: () => void;
  readonly 'data-testid'?: string;
  readonly children: ReactNode;
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={ui.backdrop} />
        <Dialog.Popup {...popup} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The popup under a popover's trigger, `offsetPx` below it. */
export function PopoverPopup({
  offsetPx = 4,
  ...popup
}: ComponentProps<typeof Popover.Popup> & {
  readonly offsetPx?: number;
  readonly 'data-testid'?: string;
  readonly children: ReactNode;
}) {
  return (
    <Popover.Portal>
      <Popover.Positioner sideOffset={offsetPx} align="start" className={ui.positioner}>
        <Popover.Popup {...popup} />
      </Popover.Positioner>
    </Popover.Portal>
  );
}
