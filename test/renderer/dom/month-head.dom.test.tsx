import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Totals } from '#renderer/data/model/totals.ts';
import type { MonthStepId, MonthWalk } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { CellState, MonthCell } from '#renderer/screens/reconciliation/month-cells.ts';
import { MonthFrame } from '#renderer/screens/reconciliation/month-frame.tsx';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { walked } from '#test/renderer/screens/reconciliation/walks.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';
import { readOf } from './reading.ts';

/** The head of a month and where it leads, line by line as it is read. */

const MONTH = '2026-09' as Month;
const D = (value: string) => value as Decimal;
const totals = (sums: Totals['sums']): Totals => ({
  ...{ revision: 1, rows: 5, orders: 5, sums, unreadable: {} },
  ...{ ventasWithProductCost: D('0'), rowsWithoutProductCost: 0 },
});
const SUMS = {
  Ventas: D('2000'),
  'Rentabilidad Marketplace': D('500.5'),
  'Rentabilidad Comercial': D('-20'),
};
const cell = (state: CellState, month = MONTH): MonthCell => ({
  ...{ month, state, done: null, open: null, moved: null, knownUntil: null, rows: 5 },
});
const DONE = ['done', 'done', 'done', 'done', 'done', 'done'] as const;

type Frame = Parameters<typeof MonthFrame>[0];
async function inPage(props: Partial<Frame>, setting: PageSetting = {}) {
  const went: unknown[] = [];
  const page = await openPage({ dataReplies: { readTotals: () => totals(SUMS) }, ...setting }, () => (
    <InAccount>
      <main data-testid="part">
        <MonthFrame
          {...{
            month: MONTH,
            cell: cell('open'),
            walk: null,
            isKnown: true,
            at: null,
            guided: null,
            after: null,
          }}
          {...props}
          onStep={(step) => went.push(step)}
          onMonth={(...to) => went.push(to)}
        />
      </main>
    </InAccount>
  ));
  await waitFor(() => expect(screen.getByTestId('month-ventas').dataset.value).not.toBe(''));
  const read = () => readOf(screen.getByTestId('part'));
  return { ...page, went, read };
}

describe('the head of a month', () => {
  test('says how far it is, what it comes to, and by whom; without costs two of its figures are partial', async () => {
    const by = { owner: 'Ana', reviewer: 'Luis', atMs: 1 };
    const walks: readonly [CellState | null, MonthWalk | null][] = [
      [null, null],
      ['unread', null],
      ['running', walked(MONTH, ['done'], { inTheWay: ['rows', 'costs'], signers: ['Eva', 'Ana'] })],
      ['open', walked(MONTH, [...DONE], { inTheWay: ['rows'] })],
      [
        'closed',
        walked(MONTH, [...DONE, 'done'], { signers: ['Eva'], close: { state: 'closed', drift: null, by } }),
      ],
      [
        'moved',
        walked(MONTH, [...DONE, 'done'], {
          close: { state: 'drifted', drift: D('1'), by: { ...by, reviewer: '' } },
        }),
      ],
    ];
    const said: unknown[] = [];
    for (const [state, walk] of walks) {
      const { view, read } = await inPage({
        cell: state === null ? null : cell(state),
        walk,
        isKnown: state !== null,
      });
      said.push(read());
      view.unmount();
    }
    expect(said).toEqual([
      [
        'Septiembre de 2026',
        'Ventas2.000,00',
        'Marketplace500,5025,0 %',
        'Comercial−20,00−1,0 %',
        'Total——',
        '[Congelar, Congelar las cifras][Se mira qué falta…, off, Siguiente paso por hacer (Ctrl+Intro)]',
      ],
      [
        'Septiembre de 2026',
        'Sin leer',
        'Ventas2.000,00',
        'Marketplace500,5025,0 %',
        'Comercial−20,00−1,0 %',
        'Total——',
        '[Congelar, Congelar las cifras][Cerrar…][Nada por hacer, off, Siguiente paso por hacer (Ctrl+Intro)]',
      ],
      [
        'Septiembre de 2026',
        'En curso · 1 de 7',
        'Prepara Eva, Ana (Prepara Eva, Ana Cuadra no comprueba quién eres: los nombres quedan en el historial del mes tal como se escriben.)',
        'Ventas2.000,00',
        'Marketplace500,5025,0 %',
        'Comercial−20,00−1,0 % (Sin el costo de lo que no lo tiene cargado: es lo más que puede ser)',
        'Total—— (Sin el costo de lo que no lo tiene cargado: es lo más que puede ser)',
        '[Congelar, Congelar las cifras][Cerrar…, Abre la lista del cierre; faltan 2 pasos][Siguiente: 3 filas que no cuadran, Siguiente paso por hacer (Ctrl+Intro)]',
      ],
      [
        'Septiembre de 2026',
        'Abierto · 6 de 7',
        'Ventas2.000,00',
        'Marketplace500,5025,0 %',
        'Comercial−20,00−1,0 %',
        'Total——',
        '[Congelar, Congelar las cifras][Cerrar…, Abre la lista del cierre; falta 1 paso][Siguiente: cierre, Siguiente paso por hacer (Ctrl+Intro)]',
      ],
      [
        'Septiembre de 2026',
        'Cerrado · 7 de 7',
        'Prepara Ana · revisa Luis (Prepara Ana · revisa Luis Cuadra no comprueba quién eres: los nombres quedan en el historial del mes tal como se escriben.)',
        'Ventas2.000,00',
        'Marketplace500,5025,0 %',
        'Comercial−20,00−1,0 %',
        'Total——',
        '[Congelar, Congelar las cifras][Nada por hacer, off, Siguiente paso por hacer (Ctrl+Intro)]',
      ],
      [
        'Septiembre de 2026',
        'Cerrado, cambió · 7 de 7',
        'Prepara Ana (Prepara Ana Cuadra no comprueba quién eres: los nombres quedan en el historial del mes tal como se escriben.)',
        'Ventas2.000,00',
        'Marketplace500,5025,0 %',
        'Comercial−20,00−1,0 %',
        'Total——',
        '[Congelar, Congelar las cifras][Nada por hacer, off, Siguiente paso por hacer (Ctrl+Intro)]',
      ],
    ]);
  });

  test('of a month without rows is unread once that is known', async () => {
    await inPage({ cell: null });
    expect(screen.getByTestId('month-title').dataset.state).toBe('unread');
  });

  test('without sales has no rates', async () => {
    const { read } = await inPage(
      {},
      {
        dataReplies: { readTotals: () => totals({ ...SUMS, Ventas: D('0') }) },
      },
    );
    expect(read().slice(2)).toEqual([
      'Ventas0',
      'Marketplace500,50—',
      'Comercial−20,00—',
      'Total——',
      '[Congelar, Congelar las cifras][Cerrar…][Nada por hacer, off, Siguiente paso por hacer (Ctrl+Intro)]',
    ]);
  });

  test('holds the figures as they are, and lets them go on', async () => {
    const { user } = await inPage({});
    const press = () => screen.getByTestId('month-freeze');
    expect([press().textContent, press().title]).toEqual(['Congelar', 'Congelar las cifras']);
    await user.click(press());
    await waitFor(() => expect(press().getAttribute('aria-pressed')).toBe('true'));
    expect([press().textContent, press().title]).toEqual(['Soltar', 'Soltar las cifras congeladas']);
    await user.click(press());
    await waitFor(() => expect(press().getAttribute('aria-pressed')).toBe('false'));
  });
});

describe('«Siguiente»', () => {
  const following = (walk: MonthWalk | null) => ({ cell: cell('open', '2026-10' as Month), walk });
  const cases: readonly [string, Partial<Frame>, unknown, string][] = [
    [
      'where the guide leads',
      { walk: walked(MONTH, ['open']), guided: 'bank' as MonthStepId },
      'bank',
      'Siguiente: banco y por cobrar',
    ],
    [
      'the next step to do something at',
      { walk: walked(MONTH, ['done', 'done', 'open']), at: 'data' },
      'costs',
      'Siguiente: 3 SKU sin costo',
    ],
    [
      'the close after the last',
      { walk: walked(MONTH, ['open', ...DONE.slice(1)]), at: 'bank' },
      'close',
      'Siguiente: cierre',
    ],
    [
      'what is open before it, while that is in the way',
      { walk: walked(MONTH, ['done', 'open', ...DONE.slice(2), 'blocked']), at: 'bank' },
      'rows',
      'Siguiente: 3 filas que no cuadran',
    ],
    [
      'the month after',
      { walk: walked(MONTH, [...DONE, 'done']), after: following(null) },
      ['2026-10', null],
      'Siguiente: octubre',
    ],
    [
      'the first step of the month after',
      { walk: walked(MONTH, [...DONE, 'done']), after: following(walked('2026-10', ['done', 'open'])) },
      ['2026-10', 'rows'],
      'Siguiente: octubre',
    ],
  ];
  test.each(cases)('leads to %s, by its key too', async (_, props, to, words) => {
    const { user, went } = await inPage(props);
    const press = screen.getByTestId('month-next');
    await user.click(press);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(went).toEqual([to, to]);
    expect(press.textContent).toBe(words);
  });

  test('leads nowhere where nothing is left, or how far months are is not known', async () => {
    const all = walked(MONTH, [...DONE, 'done']);
    const said: unknown[] = [];
    for (const props of [
      { walk: all },
      { walk: null, after: following(null) },
      { walk: null, guided: 'bank' as const, isKnown: false },
    ]) {
      const { view, user, went } = await inPage(props);
      await user.keyboard('{Control>}{Enter}{/Control}');
      expect(went).toEqual([]);
      said.push(...readOf(screen.getByTestId('month-next')));
      view.unmount();
    }
    expect(said).toEqual([
      '[Nada por hacer, off, Siguiente paso por hacer (Ctrl+Intro)]',
      '[Nada por hacer, off, Siguiente paso por hacer (Ctrl+Intro)]',
      '[Se mira qué falta…, off, Siguiente paso por hacer (Ctrl+Intro)]',
    ]);
  });

  test('beside it a month that is not closed goes to its close', async () => {
    const { user, went } = await inPage({ walk: walked(MONTH, ['open']) });
    await user.click(screen.getByTestId('month-close'));
    expect(went).toEqual(['close']);
  });
});
