import { type FunctionComponent, lazy, type ReactNode } from 'react';
import { ordersRequestOf } from '#renderer/features/navigation/navigation.tsx';
import type { MessageId } from '#renderer/i18n/text.tsx';
import { Drawing, Icon } from '#renderer/ui/icon.tsx';
import { OneStopLists } from '#renderer/ui/list-table/one-stop.ts';
import type { ScreenId } from '#shared/domain/screens.ts';

/** Each screen as the frame has it; their order and their keys are those of `shared/domain/screens.ts`. */
export type Screen = {
  readonly name: MessageId;
  readonly icon: ReactNode;
  /** Its program comes when it is first looked at. */
  readonly load: () => Promise<unknown>;
  /** `detail`: what of it is looked at, as the address says. */
  readonly draw: (detail: string | null) => ReactNode;
  /** It is there without a copy of the account: what happens to the copy is told there. */
  readonly isAlways: boolean;
};

/** A screen's program that did not come: nothing on this page asks for it again. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded';
}

/** One of them; `draw` is given its program, which may still be on its way. */
export function screen<Props extends object>(
  given: Pick<Screen, 'name' | 'icon'> & Partial<Pick<Screen, 'isAlways'>>,
  load: () => Promise<FunctionComponent<Props>>,
  draw: (Loaded: FunctionComponent<Props>, detail: string | null) => ReactNode,
): Screen {
  const Loaded = lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new ScreenNotLoaded('The screen was not loaded.', { cause });
    }
  });
  // Lazy, it takes the same props.
  const drawn = (detail: string | null) => draw(Loaded as unknown as FunctionComponent<Props>, detail);
  return { isAlways: false, ...given, load, draw: drawn };
}

/** One that is missing, or lacks a part, does not compile. */
export const SCREEN_PARTS: { readonly [id in ScreenId]: Screen } = {
  panel: screen(
    { name: 'nav.panel', icon: <Icon name="panel" /> },
    async () => (await import('#renderer/screens/panel/panel-screen.tsx')).PanelScreen,
    (PanelScreen) => (
      <OneStopLists value>
        <PanelScreen />
      </OneStopLists>
    ),
  ),
  orders: screen(
    { name: 'nav.orders', icon: <Icon name="orders" /> },
    async () => (await import('#renderer/screens/orders/orders-screen.tsx')).OrdersScreen,
    (OrdersScreen, detail) => <OrdersScreen key={detail} asked={ordersRequestOf(detail)} />,
  ),
  profitability: screen(
    { name: 'nav.profitability', icon: <Icon name="profitability" /> },
    async () =>
      (await import('#renderer/screens/profitability/profitability-screen.tsx')).ProfitabilityScreen,
    (ProfitabilityScreen, detail) => <ProfitabilityScreen detail={detail} />,
  ),
  reconciliation: screen(
    {
      name: 'nav.reconciliation',
      icon: (
        <Drawing>
          <path d="M8 2.5v11M5.5 13.5h5M3 4.5h10M3 4.5 1.5 9.2h3L3 4.5M13 4.5l-1.5 4.7h3L13 4.5M1.5 9.2a1.5 1.5 0 0 0 3 0M11.5 9.2a1.5 1.5 0 0 0 3 0" />
        </Drawing>
      ),
    },
    async () =>
      (await import('#renderer/screens/reconciliation/reconciliation-screen.tsx')).ReconciliationScreen,
    (ReconciliationScreen, detail) => <ReconciliationScreen detail={detail} />,
  ),
  changes: screen(
    { name: 'nav.changes', icon: <Icon name="changes" /> },
    async () => (await import('#renderer/screens/changes/changes-screen.tsx')).ChangesScreen,
    (ChangesScreen, detail) => <ChangesScreen detail={detail} />,
  ),
  sync: screen(
    { name: 'nav.sync', icon: <Icon name="sync" />, isAlways: true },
    async () => (await import('#renderer/screens/sync/sync-screen.tsx')).SyncScreen,
    (SyncScreen, detail) => <SyncScreen month={detail} />,
  ),
};
