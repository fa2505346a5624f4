import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ExportJob } from '#renderer/features/export/export.tsx';

/**
 * What the export button in the screen's header writes, told by the table below it: the header is not drawn again with
 * every answer to the table's questions.
 */
export type JobHolder = RefObject<() => ExportJob | null>;

/** A holder, and what reads it at the press of the button. */
export function useJobHolder(): { readonly holder: JobHolder; readonly job: () => ExportJob | null } {
  const holder = useRef<() => ExportJob | null>(() => null);
  return { holder, job: useCallback(() => holder.current(), []) };
}

/** Tells the holder what is written: that of the newest figures. */
export function useJob(holder: JobHolder, job: () => ExportJob | null): void {
  useEffect(() => {
    holder.current = job;
  });
}
