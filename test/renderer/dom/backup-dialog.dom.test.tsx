import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RestoreSummary } from '#renderer/data/model/backups.ts';
import { BackupDialog } from '#renderer/features/backup/backup-dialog.tsx';
import { RestoreFirst } from '#renderer/features/backup/backup-section.tsx';
import { type BackupPhase, type Backups, placesFor } from '#renderer/features/backup/use-backups.ts';
import type { AccountsState } from '#shared/contract/app.ts';
import type { Month } from '#shared/domain/dates.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage } from './page.tsx';

/** What the dialog of a backup or a restore says, at each step of it. */

const MADE_AT = new Date(2026, 10, 20, 11, 32).getTime();
const SUMMARY: RestoreSummary = {
  account: {
    ...{ id: 'other', kind: 'api', name: 'Otra', baseUrl: 'https://other.example/data', plan: 'pro' },
    syncEveryMinutes: 60,
    currencies: { main: 'CLP', own: [] },
  },
  settings: {},
  app: '0.1.0',
  madeAtMs: MADE_AT,
  readUntil: null,
  rows: 1200,
  isWhole: true,
  lost: { rows: 0, months: [], ventas: '0', records: {} },
} as unknown as RestoreSummary;

type Restored = { readonly place: Parameters<Backups['restore']>[1]; readonly without: boolean };

async function draw(
  phase: BackupPhase,
  accounts: AccountsState['accounts'] = [account()],
  looked = accounts[0] ?? null,
) {
  const told: { closed: number; restored: Restored[] } = { closed: 0, restored: [] };
  const backups = {
    phase,
    close: () => {
      told.closed += 1;
    },
    restore: (_: unknown, place: Restored['place'], without: boolean) =>
      told.restored.push({ place, without }),
  } as unknown as Backups;
  const page = await openPage(
    { accounts: { accounts, activeId: accounts[0]?.id ?? null, keyStorage: 'memory' } },
    () => (
      <InAccount>
        <BackupDialog backups={backups} looked={looked} />
      </InAccount>
    ),
  );
  return { ...page, told };
}
const asked = (summary: Partial<RestoreSummary> = {}, unsaved: string | null = null): BackupPhase => ({
  kind: 'asked',
  restore: {} as never,
  summary: { ...SUMMARY, ...summary },
  unsaved,
});
const dialog = () => screen.getByRole('dialog');
const said = () => dialog().textContent ?? '';

describe('a backup being written or read', () => {
  test.each([
    [{ kind: 'writing', done: 300, all: 1200 } as const, '25%', true],
    [{ kind: 'writing', done: 0, all: 0 } as const, '0%', true],
    [{ kind: 'reading', done: 900, all: 1200 } as const, '75%', false],
  ])('says how far it is: %j', async (phase, width, hasCount) => {
    const { user, told } = await draw(phase);
    expect(within(dialog()).getByRole('heading').textContent).toBe(text(`backup.${phase.kind}`));
    expect(dialog().querySelector<HTMLElement>('i')?.style.width).toBe(width);
    const count = text('export.progress', {
      count: phase.all,
      done: String(phase.done),
      lines: phase.all === 0 ? '0' : '1.200',
    });
    expect(said().includes(count)).toBe(hasCount);
    await user.click(within(dialog()).getByRole('button', { name: text('common.cancel') }));
    expect(told.closed).toBe(1);
  });

  test('that is saved says where, and whether all of the copy is in it', async () => {
    const file = { path: '/x/y', rows: 1200, isWhole: true } as never;
    const { view } = await draw({ kind: 'written', file });
    expect(said()).toContain(text('backup.done', { count: 1200, rows: '1.200' }));
    expect([
      screen.getByTestId('backup-done').dataset.path,
      said().includes(text('backup.done-partial')),
    ]).toEqual(['/x/y', false]);
    view.unmount();
    await draw({ kind: 'written', file: { ...(file as object), isWhole: false } as never });
    expect(said()).toContain(text('backup.done-partial'));
  });

  test.each([
    [{ kind: 'nothing' } as const, text('backup.nothing'), ''],
    [{ kind: 'failed', detail: 'no room' } as const, text('backup.failed'), 'no room'],
    [{ kind: 'refused', app: null } as const, text('backup.refused'), text('backup.refused-not')],
    [
      { kind: 'refused', app: '9.9' } as const,
      text('backup.refused'),
      text('backup.refused-newer', { version: '9.9' }),
    ],
  ])('that came to nothing says why: %j', async (phase, title, why) => {
    await draw(phase);
    const alert = screen.getByTestId('backup-refused');
    expect([alert.getAttribute('role'), within(alert).getByRole('heading').textContent]).toEqual([
      'alert',
      title,
    ]);
    expect(alert.querySelector('p')?.textContent ?? '').toBe(why);
  });

  test('is not given up while it takes the place of another; where nothing goes on there is no dialog', async () => {
    const { view } = await draw({ kind: 'restoring' });
    expect(said()).toContain(text('backup.restoring-note'));
    expect(within(dialog()).queryByRole('button')).toBeNull();
    view.unmount();
    await draw({ kind: 'idle' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a backup that was read', () => {
  const radios = () => screen.queryAllByRole<HTMLInputElement>('radio');
  const go = () => screen.getByTestId<HTMLButtonElement>('backup-restore-do');

  test('of an account that is here takes its place, and says so', async () => {
    const own = account({ id: 'other', name: 'Lumbre' });
    const { user, told } = await draw(asked(), [own]);
    expect(within(dialog()).getByRole('heading').textContent).toBe(
      text('backup.ask', { moment: '20-11-2026 11:32' }),
    );
    expect(screen.getByTestId('backup-holds').textContent).toBe(
      text('backup.ask-holds', { count: 1200, rows: '1.200', account: 'Otra' }),
    );
    expect(screen.getByTestId('backup-holds').dataset.rows).toBe('1200');
    expect(said()).toContain(text('backup.ask-over', { name: 'Lumbre' }));
    expect(said()).not.toContain(text('backup.ask-other'));
    expect([radios(), screen.queryByTestId('backup-unsaved'), screen.queryByTestId('backup-lost')]).toEqual([
      [],
      null,
      null,
    ]);
    await user.click(go());
    expect(told.restored).toEqual([{ place: { intoId: 'other', saved: [own], gone: null }, without: false }]);
  });

  test('of another one is added, or takes the place of the one that is looked at', async () => {
    const looked = account({ name: 'Mía', baseUrl: SUMMARY.account.baseUrl });
    const { user, told } = await draw(asked(), [looked]);
    expect(radios().map((radio) => [radio.closest('label')?.textContent, radio.checked])).toEqual([
      [text('backup.into', { name: 'Mía' }), true],
      [text('backup.as-new'), false],
    ]);
    for (const radio of radios()) {
      await user.click(radio);
      const isNew = radio.closest('label')?.textContent === text('backup.as-new');
      expect(said().includes(text('backup.ask-new', { address: SUMMARY.account.baseUrl }))).toBe(isNew);
      expect(said().includes(text('backup.ask-over', { name: 'Mía' }))).toBe(!isNew);
      expect(said().includes(text('backup.ask-other'))).toBe(!isNew);
      await user.click(go());
      expect(told.restored.at(-1)?.place).toEqual({
        intoId: isNew ? 'other' : 'a',
        saved: isNew ? [] : [looked],
        gone: null,
      });
    }
  });

  test('of a demo company takes the place of the one that is here', async () => {
    const demo = account({ id: 'd', kind: 'demo' });
    const { user, told } = await draw(asked({ account: { ...SUMMARY.account, kind: 'demo' } }), [
      demo,
      account(),
    ]);
    expect(said()).toContain(text('backup.ask-demo', { name: text('account.demo') }));
    await user.click(go());
    expect(told.restored[0]?.place).toEqual({ intoId: 'other', saved: [demo], gone: demo });
  });

  test('whose copy here could not be saved before says why, and goes on only without', async () => {
    const own = account({ id: 'other' });
    const { user, told } = await draw(asked({}, 'disk full'), [own]);
    expect(screen.getByTestId('backup-unsaved').textContent).toBe(`${text('backup.unsaved')} disk full`);
    expect(go().textContent).toBe(text('backup.restore-without'));
    await user.click(go());
    expect(told.restored[0]?.without).toBe(true);
  });

  test('that is damaged says what would be lost: rows by month with their money, and records', async () => {
    const lost = {
      rows: 1004,
      months: [
        { month: '2026-03' as Month, rows: 1000, ventas: '406.46' },
        { month: null, rows: 4, ventas: '0' },
      ],
      ventas: '406.46',
      records: { annotations: 3, statements: null },
    };
    await draw(asked({ isWhole: false, lost } as never), [account({ id: 'other' })]);
    const alert = screen.getByTestId('backup-lost');
    expect([alert.dataset.rows, alert.dataset.value]).toEqual(['1004', '406.46']);
    const [head, rows] = [...alert.querySelectorAll('p')].map((line) => line.textContent);
    expect(head).toBe(text('backup.damaged'));
    expect(rows).toBe(
      text('backup.lost-rows', {
        count: 1004,
        rows: '1.004',
        ventas: '406,46',
        months: `marzo de 2026 (1.000), ${text('backup.no-month')} (4)`,
      }),
    );
    expect(said()).not.toContain(text('backup.lost-unknown'));
    const records = screen.getAllByTestId('backup-lost-records');
    expect(records.map(({ dataset, textContent }) => [dataset.table, dataset.value, textContent])).toEqual([
      ['annotations', '3', text('backup.lost-annotations', { count: 3, number: '3' })],
      ['statements', '', text('backup.lost-uncounted', { what: text('backup.table-statements') })],
    ]);
  });

  test('that is damaged where nothing of it is missing says so', async () => {
    await draw(asked({ isWhole: false }), [account({ id: 'other' })]);
    expect(screen.getByTestId('backup-lost').textContent).toBe(text('backup.damaged-whole'));
  });

  test('of whose lost rows not even the number is known says that', async () => {
    const lost = { ...SUMMARY.lost, months: null };
    await draw(asked({ isWhole: false, lost }), [account({ id: 'other' })]);
    expect(said()).toContain(text('backup.damaged'));
    expect(said()).toContain(text('backup.lost-unknown'));
  });
});

test('a backup is restored into what one means most often', () => {
  const places = (
    kind: 'api' | 'demo',
    accounts: readonly ReturnType<typeof account>[],
    looked: ReturnType<typeof account> | null,
  ) =>
    placesFor({ ...SUMMARY, account: { ...SUMMARY.account, kind } }, accounts, looked).map(
      ({ intoId, saved, gone }) =>
        `${intoId} ${saved.map(({ id }) => id).join(' ')} ${gone?.id ?? ''}`.trim(),
    );
  const same = account({ baseUrl: SUMMARY.account.baseUrl });
  const far = account({ id: 'far', baseUrl: 'https://far.example' });
  expect(places('api', [account({ id: 'other' }), same], same)).toEqual(['other other']);
  expect(places('demo', [same], same)).toEqual(['other']);
  expect(places('api', [], null)).toEqual(['other']);
  expect(places('api', [far], far)).toEqual(['other']);
  expect(places('api', [far, same], same)).toEqual(['a a', 'other']);
  expect(places('api', [same], { ...same, kind: 'demo' })).toEqual(['other']);
});

test('where no account is yet a backup can be chosen', async () => {
  await openPage({ accounts: { accounts: [], activeId: null, keyStorage: 'memory' } }, () => (
    <InAccount>
      <RestoreFirst />
    </InAccount>
  ));
  expect(screen.getByTestId('backup-restore').textContent).toContain(text('backup.restore'));
  expect(screen.queryByTestId('backup-create')).toBeNull();
});
