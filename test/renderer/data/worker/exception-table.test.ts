import { expect, test } from 'vitest';
import { EXCEPTION_TABLE } from '#renderer/data/worker/exception-table.ts';

/** The queue of exceptions as a table for engines, every column of it. */

const PESOS = { currency: 'CLP', scope: 'pesos' };
const DOLLARS = { currency: 'USD', scope: 'dollars' };
const NAMELESS = { currency: null, scope: 'others' };
const one = (key: string, more: object = {}) => ({
  ...{ key, account: null, month: null, day: '2026-03-05', name: `n ${key}`, amount: '10', rows: 2 },
  ...{ state: 'open', isChanged: false, isDue: false, said: null, claim: null, ...more },
});
const group = (cases: readonly object[], more: object = {}) => ({
  ...{ head: { kind: 'identity', currency: null }, account: null, month: null, cases, ...more },
});

test('each case is told once, by the first view that has it, with its own account, month and currency', async () => {
  const said = {
    ...{ owner: 'Ana', reason: 'r', note: 'n', followUp: '2026-04-01', amount: '9', atMs: 5 },
  };
  const found = new Map<object, readonly object[]>([
    [
      PESOS,
      [
        group([
          one('of-no-account'),
          one('a', {
            ...{
              account: { Canal: 'A', Cuenta: 'B' },
              month: '2026-02',
              said,
              isChanged: true,
              claim: 'R-1',
            },
          }),
        ]),
        group([one('b', { isDue: true, state: 'claimed' })], {
          ...{ head: { kind: 'count', currency: 'EUR' }, account: { Canal: 'C', Cuenta: 'D' } },
          month: '2026-03',
        }),
      ],
    ],
    [DOLLARS, [group([one('of-no-account', { amount: '99' }), one('c')])]],
    [NAMELESS, [group([one('d', { amount: null })])]],
  ]);
  const { rows: read } = EXCEPTION_TABLE as unknown as {
    readonly rows: (source: object) => Promise<readonly object[]>;
  };
  const rows = await read({
    views: [PESOS, DOLLARS, NAMELESS],
    readExceptionGroups: async (view: object) => found.get(view) ?? [],
  });
  const told = {
    ...{ tipo: 'identity', canal: null, cuenta: null, mes: null, dia: '2026-03-05', importe: '10' },
    ...{ moneda: 'CLP', filas: 2, estado: 'open', cambio: 'no', vence: 'no', responsable: null },
    ...{ motivo: null, nota: null, seguimiento: null, importe_dicho: null, dicho_en: null, reclamo: null },
  };
  expect(rows).toEqual([
    { ...told, excepcion: 'of-no-account', numero: 'n of-no-account' },
    {
      ...{ ...told, excepcion: 'a', numero: 'n a', canal: 'A', cuenta: 'B', mes: '2026-02', cambio: 'si' },
      ...{ responsable: 'Ana', motivo: 'r', nota: 'n', seguimiento: '2026-04-01', importe_dicho: '9' },
      ...{ dicho_en: 5, reclamo: 'R-1' },
    },
    {
      ...{ ...told, excepcion: 'b', numero: 'n b', tipo: 'count', canal: 'C', cuenta: 'D' },
      ...{ mes: '2026-03', moneda: 'EUR', vence: 'si', estado: 'claimed' },
    },
    { ...told, excepcion: 'c', numero: 'n c', moneda: 'USD' },
    { ...told, excepcion: 'd', numero: 'n d', moneda: '', importe: null },
  ]);
});
