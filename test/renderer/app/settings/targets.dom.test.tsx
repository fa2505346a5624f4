import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { TargetsTab } from '#renderer/app/settings/targets-tab.tsx';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { targetKey } from '#renderer/data/model/targets.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import type { StatementTools } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { workbookOf } from '#test/renderer/data/files/intake/made-files.ts';
import { asPieces } from '#test/renderer/dom/intake-pieces.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Targets in the settings: pasted, read from a file, listed, removed, undone. */

const NO_STATEMENTS: StatementTools = {
  question: () => ({ today: '2026-11-23' as LocalDate, mappings: new Map() }),
  describe: () => Promise.reject(new Error('No statement was asked for.')),
};
const settings = () =>
  openPage(
    {
      rows: [],
      dataStreams: {
        intake: ({ file, ask }) =>
          asPieces(
            readIntake(file, ask, { pause: async () => undefined, now: () => 0, statements: NO_STATEMENTS }),
          ),
      },
    },
    () => (
      <InAccount>
        <TargetsTab />
      </InAccount>
    ),
  );
const listed = () =>
  screen.queryAllByTestId('target').map(({ dataset }) => [dataset.month, dataset.measure, dataset.value]);
const paste = (value: string) =>
  fireEvent.change(screen.getByTestId('targets-pasted'), { target: { value } });

beforeEach(() => localStorage.clear());

test('many are set at once, what is not understood is told, and all of it is one step to undo', async () => {
  const { user } = await settings();
  expect(screen.getByTestId('targets-set')).toHaveProperty('disabled', true);
  paste(
    'Mes;Medida;Valor\n2026-11;Rentabilidad Total;38.000.000\n2026-12;% Total;31,5;Canal;Austral\n2026-13;Ventas;1',
  );
  expect(screen.getByTestId('target-problem').dataset.value).toBe('4');
  expect(screen.getByTestId('targets-set').dataset.value).toBe('2');
  await user.click(screen.getByTestId('targets-set'));
  await waitFor(() =>
    expect(listed()).toEqual([
      ['2026-12', 'rate-total', '31.5'],
      ['2026-11', 'total', '38000000'],
    ]),
  );
  expect(screen.getByTestId('targets-pasted')).toHaveProperty('value', '');
  await user.click(screen.getByRole('button', { name: 'Quitar la meta de Rentabilidad Total, nov 2026' }));
  await waitFor(() => expect(listed()).toEqual([['2026-12', 'rate-total', '31.5']]));
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(listed()).toHaveLength(2));
});

test('a workbook is read as a file of text is, its months as days and its numbers as the user writes them', async () => {
  const { user } = await settings();
  const bytes = workbookOf({
    sheets: [
      {
        name: 'Metas',
        rows: [
          ['Mes', 'Medida', 'Valor', 'Columna', 'Cuál'],
          ['2026-11', 'Rentabilidad Total', { number: '38000000.25' }],
          ['12/2026', '% Rentabilidad Total', { number: '31.5' }, 'Canal', 'Austral'],
          ['2026-12', 'Margen', { number: '1' }],
        ],
      },
    ],
  });
  await user.upload(screen.getByTestId('targets-file-input'), new File([bytes], 'metas.xlsx'));
  await waitFor(() => expect(screen.getByTestId('targets-set').dataset.value).toBe('2'));
  expect(screen.getByTestId('target-problem').dataset.value).toBe('4');
  await user.click(screen.getByTestId('targets-set'));
  await waitFor(() =>
    expect(listed()).toEqual([
      ['2026-12', 'rate-total', '31.5'],
      ['2026-11', 'total', '38000000.25'],
    ]),
  );
  // A rate is no amount.
  expect(screen.getAllByTestId('target')[0]?.textContent).toMatch(/31,50.%/u);
  await user.upload(screen.getByTestId('targets-file-input'), new File(['%PDF-1.7\n%binary'], 'roto.xlsx'));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
});

test('a cell that its sheet shows as percent is read as that percent, which is said; of an amount it is none', async () => {
  const { user } = await settings();
  const bytes = workbookOf({
    sheets: [
      {
        name: 'Metas',
        rows: [
          ['2026-12', '% Rentabilidad Total', { number: '0.315', style: 3 }],
          ['2026-12', '% Rentabilidad Comercial', { number: '31.5' }],
          ['2026-12', 'Ventas', { number: '0.2', style: 3 }],
        ],
      },
    ],
    rewrite: (_, xml) => xml.replace(/formatCode="&quot;día[^"]*"/, () => 'formatCode="0.0%"'),
  });
  await user.upload(screen.getByTestId('targets-file-input'), new File([bytes], 'metas.xlsx'));
  expect((await screen.findByTestId('target-percents')).dataset.value).toBe('2');
  expect(screen.getByTestId<HTMLTextAreaElement>('targets-pasted').value).toContain('\t31,5%\n');
  expect(screen.getByTestId('target-problem').dataset.value).toBe('3');
  await user.click(screen.getByTestId('targets-set'));
  await waitFor(() =>
    expect(listed()).toEqual([
      ['2026-12', 'rate-comercial', '31.5'],
      ['2026-12', 'rate-total', '31.5'],
    ]),
  );
  expect(screen.queryByTestId('target-percents')).toBeNull();
});

test('a file is read into the same place, to be looked at before it counts', async () => {
  const { user } = await settings();
  const file = new File(['2026-11,Ventas,1200\n'], 'metas.csv', { type: 'text/csv' });
  await user.upload(screen.getByTestId('targets-file-input'), file);
  await waitFor(() => expect(screen.getByTestId('targets-set').dataset.value).toBe('1'));
  expect(listed()).toEqual([]);
  await user.click(screen.getByTestId('targets-set'));
  await waitFor(() => expect(listed()).toEqual([['2026-11', 'ventas', '1200']]));
});

test('what was set again since stays when an earlier step is undone, and that is said', async () => {
  let session: ReturnType<typeof useSession> | undefined;
  function Held() {
    session = useSession();
    return null;
  }
  const { user } = await openPage({ rows: [] }, () => (
    <InAccount>
      <TargetsTab />
      <Held />
    </InAccount>
  ));
  paste('2026-11;Ventas;1200');
  await user.click(screen.getByTestId('targets-set'));
  await waitFor(() => expect(listed()).toEqual([['2026-11', 'ventas', '1200']]));
  const place = { measure: 'ventas', month: '2026-11' as Month, of: null, currency: null } as const;
  const value = { ...place, value: '1300' as Decimal, owner: '', atMs: 1 };
  await session?.data.write.writeAnnotations({
    kind: 'target',
    puts: [{ key: targetKey(place), value }],
    deletes: [],
  });
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  const said = text('undo.changed-since', { label: text('target.undo-set', { count: 1 }) });
  await waitFor(() => expect(screen.getByTestId('undo-line').textContent).toContain(said));
  await waitFor(() => expect(listed()).toEqual([['2026-11', 'ventas', '1300']]));
});

test('where the copy is not open, none are said to be missing', async () => {
  await openPage({ rows: [], opening: () => ({ kind: 'owned-elsewhere' }) }, () => (
    <InAccount>
      <TargetsTab />
    </InAccount>
  ));
  expect(await screen.findByText(text('target.closed'))).toBeTruthy();
  expect(screen.queryByTestId('targets-pasted')).toBeNull();
});

test('those that cannot be stored stay where they were pasted, and it is said why', async () => {
  const { user } = await openPage(
    {
      rows: [],
      dataReplies: {
        writeAnnotations: () => {
          throw new Error('no room');
        },
      },
    },
    () => (
      <InAccount>
        <TargetsTab />
      </InAccount>
    ),
  );
  paste('2026-11;Ventas;1200');
  await user.click(screen.getByTestId('targets-set'));
  expect((await screen.findByRole('alert')).textContent).toContain('no room');
  expect(screen.getByTestId('targets-pasted')).toHaveProperty('value', '2026-11;Ventas;1200');
  expect(listed()).toEqual([]);
});
