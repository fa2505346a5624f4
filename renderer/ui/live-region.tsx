import { debounce } from 'es-toolkit/function';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import ui from './controls.module.css';
import { requiredContext } from './hooks.ts';

/** Where a screen reader is told what changed: politely, the newest only, never the same twice in a row. */

type Announce = (words: string) => void;
const [Provider, useAnnounce] = requiredContext<Announce>('live region');

export { useAnnounce };

/** Messages within this time of each other are one thing to say: the last of them. */
const SETTLE_MS = 500;

export function LiveRegionProvider(props: { readonly children: ReactNode }) {
  const [said, setSaid] = useState('');
  const announce = useMemo(() => debounce(setSaid, SETTLE_MS), []);
  useEffect(() => announce.cancel, [announce]);
  return (
    <Provider value={announce}>
      {props.children}
      <div className={ui.visuallyHidden} role="status" aria-atomic="true" data-testid="live-region">
        {said}
      </div>
    </Provider>
  );
}
