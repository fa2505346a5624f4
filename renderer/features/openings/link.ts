import { useCallback } from 'react';
import { useHostInfo } from '#renderer/data/client/session-context.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { daysOf, fixedPeriod } from '#renderer/features/period/named-period.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { showsSelection } from '#shared/domain/screens.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { type ViewLink, writeViewLink } from '#shared/domain/view-link.ts';

/** The link to what is in view: the screen and, where it shows the selection, its days, all rows or the dashboard's. Null where no system would know it. */
export function useLinkHere(): string | null {
  const host = useHostInfo();
  const { screen } = useNavigation().address;
  const { selection, meaning } = useSelection();
  if (host?.host !== 'desktop') return null;
  if (!showsSelection(screen)) return writeViewLink({ screen, shows: null });
  const period = meaning ?? fixedPeriod(selection.period);
  const rows = selection.dashboardPreset ? 'dashboard' : 'all';
  return writeViewLink({ screen, shows: { period, column: selection.periodColumn, rows } });
}

/**
 * Goes where a link says; null until it is known which days its names stand for. What was filtered before is one step back:
 * a link shows to everybody the same.
 */
export function useFollowLink(): ((link: ViewLink) => void) | null {
  const { address, go } = useNavigation();
  const { selection, isSettled, change } = useSelection();
  const { present, isKnown } = usePresent();
  const { ownCosts } = selection;
  const follow = useCallback(
    ({ screen, shows }: ViewLink): void => {
      if (shows !== null && showsSelection(screen)) {
        const period = daysOf(shows.period, present);
        const rows = { ...EVERYTHING, ownCosts, dashboardPreset: shows.rows === 'dashboard' };
        const all = { ...rows, periodColumn: shows.column };
        change(
          [
            { type: 'set-all', selection: all },
            { type: 'set-period', period, meaning: shows.period },
          ],
          () => go(address.screen, address.detail),
        );
      }
      go(screen);
    },
    [address, go, change, present, ownCosts],
  );
  return isSettled && isKnown ? follow : null;
}
