import { scramble } from '#renderer/data/engine/columns/text-dictionary.ts';
import { areSameItems } from '#shared/base/same-items.ts';
import type { ChargeRows } from './charge-rows.ts';
import { type Proposal, proposeFormulas } from './propose-formulas.ts';

/**
 * What samples of rows proposed, by their rows: a row never changes, so that the same ones propose the same again. Guessing is
 * what learning takes most of its time for, and a commit touches few samples. Groups whose rows told nothing tell nothing again,
 * as long as the same formulas are known of their channel.
 */

export type KeptProposals = {
  /** The rows that they are of, at whose places groups stand. */
  readonly rows: ChargeRows;
  /** By a hash of the rows' numbers. */
  readonly bySample: ReadonlyMap<number, readonly KeptProposal[]>;
  /** In the order in which they were asked for. */
  readonly asked: readonly KeptProposal[];
  /** Groups without a rule, and without one in any of their parts: by level, then by their first row. */
  readonly silent: readonly ReadonlyMap<number, SilentGroup>[];
};

type KeptProposal = {
  readonly hash: number;
  readonly rows: Uint32Array;
  readonly proposals: readonly Proposal[];
};

type SilentGroup = {
  readonly from: number;
  readonly to: number;
  /** What was known of the channel when it was looked at. */
  readonly known: string;
  /** Its samples, among those that were asked for. */
  readonly asked: readonly [number, number];
};

export type Proposer = {
  /** Formulas for rows at these places, which are in the order of their days. */
  readonly propose: (places: readonly number[]) => {
    readonly proposals: readonly Proposal[];
    readonly wasKnown: boolean;
  };
  /** Whether the very rows of a group were looked at before, and told nothing. */
  readonly wasSilent: (level: number, from: number, to: number, known: string) => boolean;
  /** Looks at a group from here on; the function that is returned notes that it told nothing. */
  readonly begin: (level: number, from: number, to: number, known: string) => () => void;
  /** All that were asked for. */
  readonly kept: KeptProposals;
};

/** @param before of the same kind of charge of the same store; what is not asked for again is not kept */
export function createProposer(rows: ChargeRows, before: KeptProposals | null): Proposer {
  const known = before?.rows.scale === rows.scale ? before : null;
  const bySample = new Map<number, KeptProposal[]>();
  const asked: KeptProposal[] = [];
  const silent = rows.codes.map(() => new Map<number, SilentGroup>());
  const keep = (one: KeptProposal): void => {
    asked.push(one);
    const own = bySample.get(one.hash);
    if (own === undefined) bySample.set(one.hash, [one]);
    else if (!own.includes(one)) own.push(one);
  };
  const note = (level: number, group: SilentGroup): void =>
    void silent[level]?.set(rows.row[group.from] ?? -1, group);
  return {
    kept: { rows, bySample, asked, silent },
    propose(places) {
      const sample = new Uint32Array(places.length);
      let hash = 0;
      for (let at = 0; at < sample.length; at += 1) {
        const row = rows.row[places[at] ?? 0] ?? 0;
        sample[at] = row;
        hash = scramble(Math.imul(hash, 31) ^ row);
      }
      const found = find(bySample.get(hash), sample) ?? find(known?.bySample.get(hash), sample);
      const one = found ?? { hash, rows: sample, proposals: proposeFormulas(rows, places) };
      keep(one);
      return { proposals: one.proposals, wasKnown: found !== undefined };
    },
    wasSilent(level, from, to, ofChannel) {
      const group = known?.silent[level]?.get(rows.row[from] ?? -1);
      if (known === null || group === undefined || group.known !== ofChannel) return false;
      if (group.to - group.from !== to - from) return false;
      for (let at = from, was = group.from; at < to; at += 1, was += 1) {
        if (rows.row[at] !== known.rows.row[was]) return false;
      }
      const begun = asked.length;
      for (const one of known.asked.slice(...group.asked)) keep(one);
      note(level, { from, to, known: ofChannel, asked: [begun, asked.length] });
      return true;
    },
    begin(level, from, to, ofChannel) {
      const begun = asked.length;
      return () => note(level, { from, to, known: ofChannel, asked: [begun, asked.length] });
    },
  };
}

function find(among: readonly KeptProposal[] = [], sample: Uint32Array): KeptProposal | undefined {
  return among.find(({ rows }) => areSameItems(rows, sample));
}
