import type { ReactNode } from 'react';
import type { CompareWith } from '#renderer/data/api.ts';
import type { DimensionRef } from '#renderer/features/dimensions/dimensions.ts';
import type { Text } from '#renderer/i18n/text.tsx';

/** What both the statement's choices and the pivot's are made of. */

export type Dimensions = {
  readonly unknown: readonly string[];
  readonly all: ReadonlyMap<string, DimensionRef>;
};

export function Labelled(props: { readonly words: string; readonly children: ReactNode }) {
  return (
    <span className="pbar-of">
      <span className="pbar-name">{props.words}</span>
      {props.children}
    </span>
  );
}

export function comparisonName(against: CompareWith, text: Text): string {
  return text(`bar.against-${against}`);
}
