import type { ReadWindow } from '#renderer/data/storage/commit/planned-rows.ts';
import type { LedgerListeners } from '#renderer/data/storage/startup/opening.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { CommitWindow, OpenWindow, StagePage } from '#shared/contract/ledger.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import { BASE_COLUMN_KEYS } from '#shared/domain/column-catalogue.ts';
import type { LocalDate, LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { requestRange, type SyncWindow } from '#shared/domain/window.ts';

/** A row by column key; what is not given is null. */
export type Row = { readonly [column: string]: Cell };

export const COLUMNS_SENT: readonly string[] = [
  ...BASE_COLUMN_KEYS,
  'Costo de Producto',
  'Rentabilidad Comercial',
  'Rentabilidad Total',
  'Marca',
  'Columna nueva',
];

export function local(text: string): LocalDateTime {
  return text as LocalDateTime;
}
export function utc(text: string): UtcInstant {
  return text as UtcInstant;
}

export function purchases(from: string, to: string): SyncWindow {
  return { field: 'purchase_date', from: local(from), to: local(to) };
}
export function changes(from: string, to: string): SyncWindow {
  return { field: 'updated_at', from: utc(from), to: utc(to) };
}

export function checkpoint(earliest = '2024-01-01'): Checkpoint {
  return {
    version: 2,
    earliest: earliest as LocalDate,
    earliestNotice: null,
    history: { startedAt: null, target: null, finishedAt: null, greatestUpdate: null },
    reads: [],
    rereads: [],
    readOnce: [],
    searches: [],
    changes: { from: null, knownUntil: null, lastReadAt: null },
    partialBefore: null,
    unsettled: [],
  };
}

export function row(values: Row): Row {
  return {
    Canal: 'Mercado Uno',
    Cuenta: 'Principal',
    Orden: 'O-1',
    'Nro. suborden': 'S-1',
    'SKU Producto': 'SKU-1',
    Producto: 'Café «Niño»',
    'Tipo de Dato': 'Orden',
    'Estado de Orden': 'Regular',
    'Estado de Pago': 'Pagado',
    'Fecha de compra': '2026-03-10T12:00:00.000',
    'Fecha de actualización': '2026-03-10T15:00:00.000Z',
    Ventas: '100.00',
    Unidades: '1',
    ...values,
  };
}

/** A commit as the main process asks for it; what a test does not care about is filled in. */
export function commitOf(windowId: string, over: Partial<CommitWindow> = {}): CommitWindow {
  return {
    windowId,
    verifiedBy: [],
    checkpoint: checkpoint(),
    runId: 'run-1',
    effort: { startedAtMs: 1_770_000_000_000, tookMs: 1500, requests: 2, readings: 1 },
    completes: [],
    ...over,
  };
}

export const NO_LISTENERS: LedgerListeners = {
  onCommitted: () => {},
  onMetadataChanged: () => {},
  onOwnershipLost: () => {},
  onLedgerLost: () => {},
};

/** A staged reading as the commit's plan sees it. */
export function readWindow(
  pages: readonly StagePage[],
  window: SyncWindow,
  requestTo: string,
  purpose: WindowPurpose = window.field === 'updated_at' ? 'changes' : 'history',
): ReadWindow {
  return {
    windowId: pages[0]?.windowId ?? '',
    window,
    purpose,
    requestTo,
    pages: pages.map(({ page: { meta, columns, rowsJson, correlationId } }) => ({
      meta,
      table: { columns, rows: JSON.parse(rowsJson) as ReadWindow['pages'][number]['table']['rows'] },
      correlationId,
    })),
  };
}

export function openWindow(
  windowId: string,
  window: SyncWindow,
  purpose: WindowPurpose = window.field === 'updated_at' ? 'changes' : 'history',
): OpenWindow {
  const range = requestRange(window, null);
  return {
    windowId,
    window,
    purpose,
    requestFrom: range.from,
    requestTo: range.to,
    startedAtMs: 1_770_000_000_000,
  };
}

/** The pages of one reading, rows dealt out in turn so that orders are spread. */
export function pagesOf(
  windowId: string,
  window: SyncWindow,
  rows: readonly Row[],
  options: {
    readonly pages?: number;
    readonly reading?: number;
    readonly metaTo?: string;
    readonly columns?: readonly string[];
    /** Of each page; a later page has the last of them. */
    readonly serverDates?: readonly (UtcInstant | null)[];
  } = {},
): readonly StagePage[] {
  const pageCount = options.pages ?? 2;
  const columns = options.columns ?? COLUMNS_SENT;
  const range = requestRange(window, null);
  return Array.from({ length: pageCount }, (_, index): StagePage => {
    const own = rows.filter((_, at) => at % pageCount === index);
    const page: StagePage['page'] = {
      meta: {
        page: index + 1,
        pageSize: 1000,
        count: own.length,
        from: range.from,
        to: options.metaTo ?? range.to,
        date: window.field,
        totalRows: rows.length,
        totalPages: pageCount,
        window: {
          field: window.field,
          timezone: window.field === 'updated_at' ? 'UTC' : 'local',
        },
      },
      correlationId: `${windowId}-${options.reading ?? 1}-${index + 1}`,
      columns: [...columns],
      rowsJson: JSON.stringify(own.map((values) => columns.map((column) => values[column] ?? null))),
    };
    const { serverDates = [utc('2026-03-11T00:00:00.000Z')] } = options;
    const serverDate = serverDates[Math.min(index, serverDates.length - 1)] ?? null;
    return { windowId, reading: options.reading ?? 1, serverDate, page };
  });
}
