import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ClaimState } from '#renderer/data/model/claim-states.ts';
import { type CsvFormat, csvHead, csvLines, type SheetCell } from '#renderer/data/model/spreadsheet.ts';
import {
  type Claim,
  type ClaimDraft,
  type ClaimRules,
  daysToClaim,
  deadlineOf,
  nextNumber,
  type OrderFigures,
} from './claims.ts';

/** A claim as it is made, with the file that is sent. */

/** The words of the file: its columns, and what each exception is called. */
export type ClaimWords = {
  readonly file: string;
  readonly columns: {
    readonly claim: string;
    readonly number: string;
    readonly what: string;
    readonly day: string;
    readonly amount: string;
    readonly currency: string;
  };
  readonly kindOf: (kind: string) => string;
  /** How spreadsheets here read figures. */
  readonly format: CsvFormat;
};

type Made = {
  readonly number: string;
  readonly owner: string;
  readonly note: string;
  readonly atMs: number;
};

/**
 * @param before figures of each line's orders as they are now, in the order of the lines
 * @param rules within how many days each marketplace takes claims
 */
export function makeClaim(
  draft: ClaimDraft,
  before: readonly OrderFigures[],
  { number, owner, note, atMs }: Made,
  rules: ClaimRules,
  words: ClaimWords,
): Claim {
  const { days, lines, of, ...rest } = draft;
  const text = claimText(draft, number, words);
  const state: ClaimState = 'to-send';
  return {
    ...rest,
    number,
    state,
    deadline: deadlineOf(days, daysToClaim(rules, draft.Canal).days),
    of: [...of],
    lines: lines.map((line, at) => ({
      ...line,
      numbers: [...line.numbers],
      before: before[at] ?? NOTHING,
    })),
    file: { name: `${words.file} ${number}.csv`, text, digest: digestOf(text) },
    log: [{ state, note, owner, atMs }],
    atMs,
  };
}

/**
 * The claims of several drafts, each under a number of its own.
 * @param figures of the orders of all their lines as they are now, in the order of the lines
 * @param known numbers that were given
 */
export function makeClaims(
  drafts: readonly ClaimDraft[],
  figures: readonly OrderFigures[],
  known: Iterable<string>,
  by: Omit<Made, 'number'>,
  rules: ClaimRules,
  words: ClaimWords,
): readonly Claim[] {
  const given = new Set(known);
  let at = 0;
  return drafts.map((draft) => {
    const number = nextNumber(given);
    given.add(number);
    const before = figures.slice(at, at + draft.lines.length);
    at += draft.lines.length;
    return makeClaim(draft, before, { ...by, number }, rules, words);
  });
}

const NOTHING: OrderFigures = {
  rows: '0' as OrderFigures['rows'],
  paid: '0' as OrderFigures['paid'],
  lines: null,
};

/** SHA-256 of the text's UTF-8 bytes, in hex. */
export const digestOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** A line for each exception, with exact amounts and a total. */
function claimText(draft: ClaimDraft, number: string, { columns, kindOf, format }: ClaimWords): string {
  const text = (value: string): SheetCell => ({ text: value });
  const figure = (value: string | undefined): SheetCell => ({ figure: value ?? null });
  const head = [
    columns.claim,
    'Canal',
    'Cuenta',
    columns.number,
    columns.what,
    columns.day,
    columns.amount,
    columns.currency,
  ];
  const cases = draft.of.flatMap(({ finding, cases: all }) => all.map((each) => ({ finding, each })));
  const rows = cases.map(({ finding, each }, at) => [
    text(number),
    text(draft.Canal),
    text(draft.Cuenta),
    text(each.name),
    text(kindOf(finding.kind)),
    text(each.day ?? ''),
    figure(draft.lines[at]?.amount),
    text(draft.currency),
  ]);
  const total = [...['', '', '', '', '', ''].map(text), figure(draft.claimed), text(draft.currency)];
  return `${csvHead(head, format)}${csvLines([...rows, total], format)}`;
}

/** The claim after its state is said. Pure. */
export function withState(
  claim: Claim,
  said: { readonly state: ClaimState; readonly note: string; readonly owner: string; readonly atMs: number },
): Claim {
  return { ...claim, state: said.state, log: [...claim.log, said] };
}
