import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ShownBasis } from '#renderer/reconciliation/matching/model/matches.ts';
import { BasisChoice } from '#renderer/reconciliation/matching/screen/basis-choice.tsx';
import { MissingBeside } from '#renderer/reconciliation/matching/screen/missing-beside.tsx';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { StatementList } from '#renderer/reconciliation/statements/screen/statement-list.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What is said of statements where they are matched and listed: by what, which are missing, and whose each is. */

const D = (value: string) => value as Decimal;
type Written = { readonly kind: string; readonly puts: readonly { key: string; value: object }[] };
async function inPage(shown: React.ReactElement, setting: PageSetting = {}) {
  const written: Written[] = [];
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ 'reconciliation.owner': ' Ana ' }));
  const page = await openPage(
    {
      ...setting,
      dataReplies: {
        writeAnnotations: (changes) => {
          written.push(changes as never);
          return null;
        },
        ...setting.dataReplies,
      },
    },
    () => (
      <InAccount>
        <main data-testid="part">{shown}</main>
      </InAccount>
    ),
  );
  return { ...page, written };
}
const read = () => readOf(screen.getByTestId('part'));

test('what statements are held against is said for each of their layouts: sections beside those that were said, or a part', async () => {
  const basis = (more: object = {}): ShownBasis =>
    ({
      ...{ chosen: { part: 'net', apart: ['financing'] }, keys: ['k1', 'k2'], parts: ['net', 'commission'] },
      proposal: { sections: ['advertising', 'storage'], explained: 84, differing: 1200 },
      ...more,
    }) as never;
  const choice = (more: object = {}) => (
    <BasisChoice
      basis={basis(more)}
      figure="Rentabilidad Marketplace"
      tolerance={{ absolute: D('5.5'), percent: D('2') }}
    >
      <b>tolerancia</b>
    </BasisChoice>
  );
  const { user, written, view } = await inPage(choice());
  expect(read()).toEqual([
    'Contra Rentabilidad Marketplace, sin Financiamiento · tolerancia 5,5 o 2 %',
    'tolerancia[Lo que trae la línea contra Rentabilidad Marketplace, Se compara: Lo que trae la línea contra Rentabilidad Marketplace]',
    'Se cobra aparte',
    '{ } Publicidad{ } Almacenamiento Fulfillment{ } Gestión de cuenta{x} Financiamiento',
    '84 de 1.200 diferencias son Publicidad + Almacenamiento Fulfillment: ¿se cobran aparte?[Sí, compararlo sin eso]',
  ]);
  const said = async (count: number) => {
    await waitFor(() => expect(written).toHaveLength(count));
    return written.at(-1)?.puts.map(({ key, value }) => [key, { ...value, atMs: 0 }]);
  };
  const box = (section: string) =>
    screen.getAllByTestId('basis-apart').find(({ dataset }) => dataset.value === section) as HTMLElement;
  await user.click(box('advertising'));
  expect(await said(1)).toEqual([
    ['k1', { part: 'net', apart: ['financing', 'advertising'], owner: 'Ana', atMs: 0 }],
    ['k2', { part: 'net', apart: ['financing', 'advertising'], owner: 'Ana', atMs: 0 }],
  ]);
  await user.click(box('financing'));
  expect(await said(2)).toEqual([
    ['k1', { part: 'net', apart: [], owner: 'Ana', atMs: 0 }],
    ['k2', { part: 'net', apart: [], owner: 'Ana', atMs: 0 }],
  ]);
  await user.click(screen.getByTestId('basis-take'));
  expect(await said(3)).toEqual([
    ['k1', { part: 'net', apart: ['advertising', 'storage'], owner: 'Ana', atMs: 0 }],
    ['k2', { part: 'net', apart: ['advertising', 'storage'], owner: 'Ana', atMs: 0 }],
  ]);
  await user.click(screen.getByTestId('basis-part'));
  await user.click((await screen.findAllByRole('menuitemradio'))[1] as HTMLElement);
  expect(await said(4)).toEqual([
    ['k1', { part: 'commission', apart: [], owner: 'Ana', atMs: 0 }],
    ['k2', { part: 'commission', apart: [], owner: 'Ana', atMs: 0 }],
  ]);
  expect(written.every(({ kind }) => kind === 'statement-basis')).toBe(true);
  view.unmount();
  await inPage(choice({ chosen: { part: 'commission', apart: [] }, proposal: null }));
  expect([screen.queryAllByTestId('basis-apart'), screen.queryByTestId('basis-proposal')]).toEqual([
    [],
    null,
  ]);
});

test('statements that are missing are told of the accounts that are spoken for, each with its months', async () => {
  const of = (cuenta: string, from: string, to: string) =>
    ({
      ...{
        id: `${cuenta}${from}`,
        name: 'x.csv',
        digest: from,
        kind: 'mercado-pago-settlement',
        layout: null,
      },
      ...{ lines: 1, fresh: 1, nets: [], accounts: [{ canal: 'A', cuenta, orders: 1 }], importedAtMs: 0 },
      ...{ days: { from, to }, proof: { state: 'holds', gap: D('0') }, owner: '' },
    }) as unknown as ImportedStatement;
  const statements = ['1', '2'].flatMap((cuenta) => [
    of(cuenta, '2026-07-01', '2026-07-31'),
    of(cuenta, '2026-08-01', '2026-08-31'),
  ]);
  await inPage(<MissingBeside statements={statements} facts={[{ canal: 'A', cuenta: '2' }] as never} />);
  const all = screen.getAllByTestId('match-missing-statements');
  expect(all).toHaveLength(1);
  // Every month since then, by now.
  expect(Number(all[0]?.dataset.value)).toBeGreaterThan(1);
  expect(all[0]?.textContent).toMatch(/A · 2.*septiembre de 2026, octubre de 2026/u);
  cleanup();
  // Every statement of one month counts, not the month.
  const weekly = [
    of('2', '2026-07-01', '2026-07-07'),
    of('2', '2026-07-08', '2026-07-14'),
    of('2', '2026-07-29', '2026-08-04'),
    // One that misses none is not told of.
    of('3', '2026-07-22', '2026-07-28'),
    of('3', '2026-07-29', '2026-08-04'),
  ];
  const facts = ['2', '3'].map((cuenta) => ({ canal: 'A', cuenta })) as never;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 7, 6, 12) });
  try {
    await inPage(<MissingBeside statements={weekly} facts={facts} />);
  } finally {
    vi.useRealTimers();
  }
  const two = screen.getByTestId('match-missing-statements');
  expect([two.dataset.value, two.textContent]).toEqual([
    '2',
    text('match.missing-statements', { count: 2, account: 'A · 2', months: 'julio de 2026' }),
  ]);
});

test('whose a statement is, is said of it alone, and undone to what was said before', async () => {
  const said: unknown[] = [];
  const stored = (id: string, more: object = {}) => ({
    ...{
      id,
      name: `${id}.csv`,
      digest: id,
      kind: 'mercado-pago-settlement',
      layout: null,
      lines: 1,
      fresh: 1,
    },
    ...{
      days: null,
      nets: [],
      accounts: [],
      proof: { state: 'holds', gap: '0' },
      importedAtMs: 1,
      owner: '',
    },
    ...more,
  });
  const gone = { Canal: 'Antes', Cuenta: 'Z' };
  const { user } = await inPage(<StatementList />, {
    rows: ['1', '2'].map((Cuenta) => ({ Canal: 'A', Cuenta, Orden: Cuenta, 'Tipo de Dato': 'Orden' })),
    dataReplies: {
      readStatements: () => [stored('s1'), stored('s2', { account: gone })] as never,
      setStatementAccount: (input) => {
        said.push(input);
        return null;
      },
    },
  });
  const choice = (await screen.findAllByTestId('statement-line-account'))[1] as HTMLElement;
  await waitFor(() => expect(choice.textContent).toBe('Antes · Z'));
  await user.click(choice);
  const items = await screen.findAllByRole('menuitemradio');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'La de sus órdenes',
    'A · 1',
    'A · 2',
    'Antes · Z',
  ]);
  await user.click(items[2] as HTMLElement);
  await waitFor(() => expect(said).toHaveLength(1));
  await screen.findByTestId('undo-line');
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(said).toHaveLength(2));
  expect(said).toMatchObject([
    { id: 's2', account: { Canal: 'A', Cuenta: '2' } },
    { id: 's2', account: gone },
  ]);
  await user.click(screen.getAllByTestId('statement-line-account')[1] as HTMLElement);
  await user.click((await screen.findAllByRole('menuitemradio'))[0] as HTMLElement);
  await waitFor(() => expect(said.at(-1)).toEqual({ id: 's2', account: null }));
});
