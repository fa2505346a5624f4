import { z } from 'zod';
import { shownName } from '#shared/base/shown-name.ts';
import { accountCurrenciesSchema, UNNAMED_CURRENCY } from './currencies.ts';
import type { Frozen } from './rpc.ts';

/** Backups of an account's copy: what page and main process say of them. */

/** By hand, or before something that could lose the copy: a migration, a restore, the removal of the account. */
export const BACKUP_REASONS = ['manual', 'migration', 'restore', 'removal'] as const;
export type BackupReason = (typeof BACKUP_REASONS)[number];

/** Becomes a name of a folder, and of a member: none that every object has (a backup is a file from anywhere). */
export const accountIdSchema = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .refine((id) => !(id in {}));

/** The account of a backup, as it was; never its key. Its texts are a stranger's: they turn round nothing that stands beside them. */
export const backupAccountSchema = z.object({
  id: accountIdSchema,
  kind: z.enum(['demo', 'api']),
  name: z.string().max(1000).transform(shownName),
  baseUrl: z.string().max(2000).transform(shownName),
  plan: z.enum(['free', 'pro']),
  syncEveryMinutes: z.number(),
  currencies: accountCurrenciesSchema.catch({ ...UNNAMED_CURRENCY, own: [] }),
});
export type BackupAccount = Frozen<z.infer<typeof backupAccountSchema>>;

/** The world of a demo company is told by its id. */
export function demoBeganAt(accountId: string): number | null {
  const digits = /^demo-(\d{1,15})$/.exec(accountId)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Backups have an ending of their own, for systems to know their program by; before it was `.gz`, which is what they are. */
export const BACKUP_ENDING = '.cuadra-respaldo';

const FILE_NAME =
  /^cuadra-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([a-z]+)-(\d{1,12})(-partial)?\.(?:cuadra-respaldo|gz)$/;

/** A backup as it lies in its folder: all of this stands in its name. */
type BackupFacts = {
  readonly name: string;
  /** By this machine's clock. */
  readonly madeAtMs: number;
  readonly reason: BackupReason;
  readonly rows: number;
  /** False: something of the copy could not be read when it was made. */
  readonly isWhole: boolean;
};
export type BackupFile = BackupFacts & { readonly bytes: number };

export const backupNameSchema = z.string().regex(FILE_NAME);

/** The name of a backup's file, which `readBackupName` reads. */
export function backupName({ madeAtMs, reason, rows, isWhole }: Omit<BackupFacts, 'name'>): string {
  const stamp = new Date(madeAtMs).toISOString().replaceAll(/[:.]/g, '');
  return `cuadra-${stamp}-${reason}-${rows}${isWhole ? '' : '-partial'}${BACKUP_ENDING}`;
}

/** Null: it is not one of ours. */
export function readBackupName(name: string): BackupFacts | null {
  const parts = FILE_NAME.exec(name);
  if (parts === null) return null;
  const [, day, hours, minutes, seconds, ms, said, rows, partial] = parts;
  const reason = BACKUP_REASONS.find((each) => each === said);
  const madeAtMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
  if (reason === undefined || Number.isNaN(madeAtMs)) return null;
  return { name, madeAtMs, reason, rows: Number(rows), isWhole: partial === undefined };
}
