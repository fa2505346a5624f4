import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import type { MatchesPage } from '#renderer/reconciliation/matching/model/matches.ts';
import { createStatements } from '#renderer/reconciliation/matching/worker/statements.ts';
import type { StatementPreview } from '#renderer/reconciliation/statements/model/imported.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { freshAccount, open } from '#test/renderer/data/storage/real-ledger.ts';
import { type Row, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Files brought one after the other, over rows that stay: read, shown, stored, held against the rows, and taken out. */

type Desk = {
  readonly read: (bytes: Uint8Array<ArrayBuffer>) => Promise<StatementPreview>;
  /** Stores what was read last, and says what it comes to beside the rows. */
  readonly match: (preview: StatementPreview) => Promise<MatchesPage>;
};

const PLAIN = { absolute: '0' as Decimal, percent: '0' as Decimal };
const COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'Nro. Paquete',
  'N° de Liquidación',
  'SKU Producto',
  'Tipo de Dato',
  'Fecha de compra',
  'Fecha de Pago',
  'Estado de Pago',
  'Ventas',
  'Costo de Marketplace',
  'Rentabilidad Marketplace',
];

export async function openDesk(rows: readonly Row[], nowMs: number): Promise<Desk> {
  const ledger = await open(freshAccount());
  const store = storeOf(rows, 2, COLUMNS);
  const pause = async (): Promise<void> => undefined;
  const statements = createStatements({
    ledger,
    store: () => store,
    answer: async (_, start) => atOnce(start(store)),
    answerWhenIdle: async (start) => atOnce(start(store)),
    readCorrelationIds: async () => () => [],
    pause,
    nowMs: () => nowMs,
  });
  const ask = { kind: 'statement', sheet: null, mapping: null } as const;
  return {
    async read(bytes) {
      const steps = readIntake(new Blob([bytes]), ask, { pause, now: () => 0, statements: statements.tools });
      for (;;) {
        const { value } = await steps.next();
        if (value.kind === 'running') continue;
        if (value.kind === 'refused' || value.answer.kind !== 'statement') {
          throw new Error(`Refused: ${JSON.stringify(value)}`);
        }
        return value.answer.statement;
      }
    },
    async match({ readingId, proof }) {
      const { id } = await statements.confirmStatement({
        readingId,
        name: 'f',
        owner: 'Ana',
        leavesOut: proof.doubts,
      });
      const query: DataCalls['readMatches']['input'] = {
        statementIds: [id],
        tolerance: PLAIN,
        states: [],
        sort: null,
        search: '',
        offset: 0,
        limit: 2_000,
      };
      const page = await statements.readMatches(query);
      await ledger.statements.remove(id);
      return page;
    },
  };
}
