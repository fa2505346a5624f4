import { z } from 'zod';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import { checkpointSchema, wireDates } from './checkpoint.ts';
import { CONTROL_SCOPES } from './control-total.ts';
import { type LedgerCalls, openWindowSchema } from './ledger.ts';
import { DISAGREEMENTS } from './readings.ts';
import type { ReplyChecks } from './rpc.ts';
import { monthSchema } from './run-log.ts';

/**
 * What the ledger answers, checked in the main process: the ledger is served by a page, and whatever gets into that page
 * answers in its name.
 */

const count = z.int().min(0);
/** Follows a row's own date, however far: the end of a range at the end of the year 9999 lies in the year 10000. */
const purchaseTime = z
  .string()
  .regex(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/)
  .transform((text) => text as LocalDateTime);
const range = { from: purchaseTime, to: purchaseTime };
const verificationRange = z.object({ ...range, storedRows: count });
const doubt = z.enum(DISAGREEMENTS);

const stagedPage = z.object({
  reading: z.int().min(1),
  page: z.int().min(1),
  totalRows: count,
  totalPages: count,
  count,
  metaTo: z.string(),
  correlationId: z.string(),
  serverDate: wireDates.utcInstant.nullable(),
});

const controlTotal = z.object({
  range: z.union([monthSchema, z.literal('all')]),
  scope: z.enum(CONTROL_SCOPES),
  from: wireDates.localDateTime,
  to: wireDates.localDateTime,
  there: count,
  here: count,
  agrees: z.boolean(),
  checkedAt: wireDates.utcInstant,
  correlationId: z.string(),
});

const heldMonth = z.object({
  month: monthSchema,
  rowsMissing: count,
  rows: count,
  ordersMissing: count,
  emptied: z.array(z.object({ Canal: z.string(), Cuenta: z.string().nullable() })),
  readAt: wireDates.utcInstant,
});

const done = z.null();

export const ledgerReplyChecks: ReplyChecks<LedgerCalls> = {
  readState: z.object({
    checkpoint: checkpointSchema.nullable(),
    windows: z.array(openWindowSchema.extend({ pages: z.array(stagedPage) })),
    rows: count,
    verificationQueue: z.array(verificationRange),
    ordersQueued: count,
    months: z.array(z.object({ month: monthSchema, rows: count })),
    controls: z.array(controlTotal),
    held: z.array(heldMonth),
  }),
  saveCheckpoint: done,
  openWindow: done,
  stagePage: stagedPage,
  judgeWindow: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('read-again'), doubt }),
    z.object({ kind: z.literal('halve'), doubt }),
    z.object({
      kind: z.literal('settled'),
      ownRows: count,
      greatestUpdate: wireDates.utcInstant.nullable(),
      verification: z.array(verificationRange),
      ordersToVerify: count,
    }),
  ]),
  commitWindow: z.object({
    rowsAdded: count,
    rowsRemoved: count,
    ordersNew: count,
    ordersChanged: count,
    ordersUnchanged: count,
    ordersQueued: count,
    rowsHeld: count,
  }),
  dropWindows: done,
  writeRun: done,
  writeRunWindow: done,
  freeSeconds: z.array(wireDates.localDateTime.nullable()),
  countStored: count,
  recordControl: controlTotal,
  resolveMissing: z.object({ rowsRemoved: count }),
  readNewestRange: verificationRange.nullable(),
  countKnownOrders: z.object({ orders: count, known: count }),
};
