import { expect, test } from 'vitest';
import {
  accountIdSchema,
  BACKUP_REASONS,
  backupAccountSchema,
  backupName,
  demoBeganAt,
  readBackupName,
} from '#shared/contract/backups.ts';
import { openedFileKind, STATEMENT_ENDINGS, systemText } from '#shared/contract/opened.ts';

test('the kind of a file is told by its ending, in capitals or not', () => {
  const kinds = [
    ['mes.cuadra-vista', 'view'],
    ['MES.CUADRA-VISTA', 'view'],
    ['x.cuadra-respaldo', 'backup'],
    ['X.Cuadra-Respaldo', 'backup'],
    ['VENTAS.CSV', 'statement'],
    ['ventas.csv.zip', null],
    ['csv', null],
    ['ventas.json', null],
    ['ventas.pdf', null],
    ['', null],
    ['cuadra-2026-11-28T101500123Z-manual-12.gz', 'backup'],
    ['other-2026.gz', null],
  ] as const;
  expect(kinds.map(([name]) => [name, openedFileKind(name)])).toEqual(kinds);
  expect(STATEMENT_ENDINGS.map((ending) => openedFileKind(`a${ending}`))).toEqual(
    STATEMENT_ENDINGS.map(() => 'statement'),
  );
  const endings = '.csv .htm .html .ofx .qfx .tab .tsv .txt .xls .xlsm .xlsx .xml';
  expect(STATEMENT_ENDINGS.toSorted().join(' ')).toBe(endings);
});

test('what Cuadra runs on is told a line each, by the browser where it is no Electron', () => {
  const system = { platform: 'win32', arch: 'x64', release: '10.0', chromium: null, node: '24.1' };
  const desktop = { ...system, electron: '40.1', chromium: '144' };
  expect(systemText({ host: 'desktop', version: '1.2.3' }, desktop, 'es', 'Firefox').split('\n')).toEqual([
    'Cuadra 1.2.3 (desktop)',
    'System: win32 x64 10.0',
    'Electron: 40.1',
    'Chromium: 144',
    'Node: 24.1',
    'Language: es',
  ]);
  const unknown = { ...desktop, chromium: null };
  expect(systemText({ host: 'desktop', version: '1' }, unknown, 'es', 'Firefox')).toContain(
    '\nChromium: ?\nNode: 24.1\n',
  );
  const inBrowser = systemText(
    { host: 'browser', version: '1' },
    { ...system, electron: null },
    'pt',
    'Firefox',
  );
  expect(inBrowser.split('\n').slice(2, 4)).toEqual(['Browser: Firefox', 'Node: 24.1']);
});

test('a backup says all of itself in its name, of either ending', () => {
  const madeAtMs = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
  for (const reason of BACKUP_REASONS) {
    for (const isWhole of [true, false]) {
      const facts = { madeAtMs, reason, rows: 1_234, isWhole };
      const name = backupName(facts);
      expect(readBackupName(name)).toEqual({ name, ...facts });
      const former = name.replace('.cuadra-respaldo', '.gz');
      expect(readBackupName(former)).toEqual({ name: former, ...facts });
    }
  }
  expect(backupName({ madeAtMs, reason: 'removal', rows: 0, isWhole: false })).toBe(
    'cuadra-2026-01-02T030405006Z-removal-0-partial.cuadra-respaldo',
  );
  for (const name of [
    'cuadra-2026-01-02T030405006Z-other-1.gz',
    'cuadra-2026-01-02T990405006Z-manual-1.gz',
    'cuadra-2026-01-02T030405006Z-manual-1.gz.gz',
    'cuadra-2026-01-02T030405006Z-manual-1.zip',
  ])
    expect([name, readBackupName(name)]).toEqual([name, null]);
});

test('a backup was made at one moment, wherever its name is read', () => {
  const name = 'cuadra-2026-01-02T030405006Z-manual-120.cuadra-respaldo';
  const zone = process.env.TZ;
  process.env.TZ = 'America/Santiago';
  try {
    const madeAtMs = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
    expect(new Date(madeAtMs).getHours()).toBe(0);
    expect(readBackupName(name)).toEqual({ name, madeAtMs, reason: 'manual', rows: 120, isWhole: true });
    expect(backupName({ madeAtMs, reason: 'manual', rows: 120, isWhole: true })).toBe(name);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('the account of a backup is one that can be, of currencies that can be read', () => {
  const account = {
    ...{ id: 'a-1', kind: 'api', name: 'Norte', baseUrl: 'https://a.example', plan: 'pro' },
    ...{ syncEveryMinutes: 60, currencies: { main: 'CLP', own: [] } },
  };
  expect(backupAccountSchema.parse(account)).toEqual(account);
  expect(backupAccountSchema.parse({ ...account, currencies: 'pesos' }).currencies).toEqual({
    main: null,
    own: [],
  });
  const ids = ['a', 'x'.repeat(100), 'x'.repeat(101), '', 'a b', '../a', 'toString', '__proto__'];
  expect(ids.map((id) => accountIdSchema.safeParse(id).success)).toEqual([
    ...[true, true, false, false, false, false, false, false],
  ]);
  expect(['demo-1234', 'demo-', 'demo-12x', 'my-demo-12', 'a'].map(demoBeganAt)).toEqual([
    ...[1234, null, null, null, null],
  ]);
});
